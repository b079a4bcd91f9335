#!/bin/bash
# Proves that the Debian package, unpacked, holds a program that runs, its man page and its completion, and asks for
# the libraries it needs.
# Usage: test_package.sh BUILD_FOLDER VERSION
build=$1 version=$2
. tests/cases.sh

make_package() {
    (cd "$build" && cpack -G DEB -B "$tmp/deb" >"$tmp/said" 2>&1) || { cat "$tmp/said" >&2; return 1; }
    deb=$(ls "$tmp"/deb/*.deb)
    dpkg-deb -x "$deb" "$tmp/root"
}

package_unpacks_and_runs() {
    make_package
    [ "$(dpkg-deb -f "$deb" Version)" = "$version" ]
    dpkg-deb -f "$deb" Depends | grep -q 'libc6 (>='
    dpkg-deb -f "$deb" Depends | grep -q 'libglib2.0-0'
    [ "$("$tmp/root/usr/bin/whiteglove" --version)" = "whiteglove $version" ]
    "$tmp/root/usr/bin/whiteglove" tables | grep -q '^snooker-12ft'
    zcat "$tmp/root/usr/share/man/man1/whiteglove.1.gz" | grep -q '^\.TH WHITEGLOVE 1'
    bash -n "$tmp/root/usr/share/bash-completion/completions/whiteglove"
    [ -s "$tmp/root/usr/share/doc/whiteglove/copyright" ]
}

nothing_of_the_build_machine_is_inside() {
    make_package
    refuses grep -rlF "$PWD" "$tmp/root"
}

run_cases package_unpacks_and_runs nothing_of_the_build_machine_is_inside
