#!/bin/bash
# Installs what is missing of the named groups of scripts/packages.txt: says what and why first, does nothing
# when all is there. Works as root and with sudo; on systems without apt it names what is needed and goes on.
# Usage: scripts/setup.sh GROUP...
set -euo pipefail
list=$(dirname "$0")/packages.txt

# "package  why" of each package in the groups named by the arguments.
wanted() {
    awk -v groups=" $* " '/^#/ || NF < 3 { next }
        index(groups, " " $2 " ") { name = $1; $1 = $2 = ""; print name, $0 }' "$list"
}

installed() {
    dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | awk '$1 == "installed" { print $2 }'
}

as_root() {
    if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

if ! command -v apt-get >/dev/null; then
    if ! command -v cmake >/dev/null || ! command -v ninja >/dev/null; then
        echo "This system has no apt-get, so nothing can be installed for you. By their Debian names, these are needed:"
        wanted "$@" | sed 's/^/  /'
        exit 1
    fi >&2
    exit 0 # whoever installed cmake and ninja did so by that list; cmake names what is still missing
fi

missing=$(awk 'NR == FNR { have[$1]; next } !($1 in have)' <(installed) <(wanted "$@"))
[ -n "$missing" ] || exit 0

echo "These Debian packages are missing and will be installed:"
printf '%s\n' "$missing" | sed -E 's/^([^ ]+) +/  \1: /'
names=$(printf '%s\n' "$missing" | awk '{ print $1 }')
if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
    echo "setup: only root may install packages, and there is no sudo" >&2
    echo "Run this as root, then try again: apt-get install" $names >&2
    exit 1
fi
as_root apt-get update -qq
# shellcheck disable=SC2086  # one word a package
as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends $names </dev/null
