#!/bin/bash
# Runs the camera code against real V4L2 drivers: a QEMU guest (TCG: no KVM, no root, no kernel modules on this
# machine) with Debian's own kernel, its vivid driver and v4l2loopback. What needs real hardware (uvcvideo, USB
# bandwidth, a serial number on the bus) is not shown here.
# Usage: run.sh GUEST WHITEGLOVE CACHE. Exit: 0 passed, 1 failed, 77 skipped (the reason is printed).
set -euo pipefail
guest=$1 program=$2 cache=$3

skip() {
    echo "[  SKIPPED ] vm: skipped: $*"
    exit 77
}

# The kernel image, headers and the module's source, unpacked once.
fetch() {
    local image=$1 kbuild
    kbuild=$(apt-cache depends "linux-headers-$image" | sed -n 's/.*Depends: \(linux-kbuild-.*\)/\1/p' | head -1)
    (cd "$cache/deb" && apt-get download -q "linux-image-$image" "linux-headers-$image" \
        "linux-headers-${image%-amd64}-common" "$kbuild" v4l2loopback-dkms) >"$cache/fetch.log" 2>&1 || return 1
    for deb in "$cache"/deb/*.deb; do dpkg-deb -x "$deb" "$cache/root"; done
}

# The headers name their place in the file system; here they are somewhere else.
build_loopback() {
    local image=$1 root=$cache/root source
    source=$(echo "$root"/usr/src/v4l2loopback-*)
    sed -i "s|/usr/src/|$root/usr/src/|; s|/usr/lib/linux-kbuild|$root/usr/lib/linux-kbuild|" \
        "$root/usr/src/linux-headers-$image/Makefile"
    for link in scripts tools; do
        ln -sfn "$(echo "$root"/usr/lib/linux-kbuild-*)/$link" "$root/usr/src/linux-headers-$image/$link"
        ln -sfn "$(echo "$root"/usr/lib/linux-kbuild-*)/$link" "$root/usr/src/linux-headers-${image%-amd64}-common/$link"
    done
    make -C "$root/usr/src/linux-headers-$image" M="$source" modules >"$cache/module.log" 2>&1 &&
        cp "$source/v4l2loopback.ko" "$cache/"
}

prepare() {
    [ -f "$cache/ready" ] && return
    for tool in apt-cache dpkg-deb make gcc; do command -v $tool >/dev/null || skip "$tool is not installed"; done
    local image
    image=$(apt-cache depends linux-image-amd64 2>/dev/null | sed -n 's/.*Depends: linux-image-//p' | head -1)
    [ -n "$image" ] || skip "apt does not know Debian's kernel (run apt-get update)"
    rm -rf "$cache"
    mkdir -p "$cache/deb" "$cache/root"
    fetch "$image" || skip "the kernel's packages cannot be fetched: $(tail -1 "$cache/fetch.log")"
    build_loopback "$image" || { tail -5 "$cache/module.log"; echo "vm: v4l2loopback does not build"; exit 1; }
    depmod -b "$cache/root" "$image"
    rm -rf "$cache/deb" "$cache/root/usr/lib/debug"
    echo "$image" >"$cache/ready"
}

# Copies programs with every library they load.
copy_with_libraries() {
    local target=$1
    shift
    for binary in "$@"; do
        cp "$binary" "$target/bin/"
        ldd "$binary" | grep -o '/[^ ]*' | while read -r library; do
            mkdir -p "$target$(dirname "$library")"
            cp -n "$library" "$target$library"
        done
    done
}

make_initramfs() {
    local tree=$work/tree image=$1
    mkdir -p "$tree"/{bin,dev,proc,sys,tmp,modules}
    cp "$(command -v busybox)" "$tree/bin/busybox"
    copy_with_libraries "$tree" "$guest" "$program"
    modprobe -d "$cache/root" -S "$image" --show-depends vivid | awk '$1 == "insmod" { print $2 }' |
        while read -r module; do
            cp "$module" "$tree/modules/"
            basename "$module" >>"$tree/modules/order"
        done
    cp "$cache/v4l2loopback.ko" "$tree/modules/"
    cp "$(dirname "$0")/init.sh" "$tree/init"
    chmod +x "$tree/init"
    (cd "$tree" && find . | cpio -o -H newc --quiet | gzip -1) >"$work/initramfs.gz"
}

for tool in qemu-system-x86_64 busybox cpio modprobe depmod; do
    command -v $tool >/dev/null || skip "$tool is not installed (scripts/setup.sh test)"
done
prepare
image=$(cat "$cache/ready")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make_initramfs "$image"
timeout 110 qemu-system-x86_64 -accel tcg,thread=multi -cpu max -smp 1 -m 768 -M q35 -nographic -nodefaults \
    -no-reboot -serial stdio -kernel "$cache/root/boot/vmlinuz-$image" -initrd "$work/initramfs.gz" \
    -append "console=ttyS0 quiet panic=-1 mitigations=off" </dev/null | tr -d '\r' | tee "$work/log" || true
grep -q '^vm: all [1-9][0-9]* passed$' "$work/log"
