#!/bin/bash
# Configures and builds one preset into build/PRESET; quiet and quick when nothing changed.
# Usage: scripts/build.sh PRESET [TARGET...]
set -euo pipefail
cd "$(dirname "$0")/.."
preset=$1
shift
ninja_file=build/$preset/build.ninja

if [ ! -e "$ninja_file" ] || [ CMakePresets.json -nt "$ninja_file" ]; then
    echo "Configuring $preset"
    said=$(cmake --preset "$preset" 2>&1) || {
        printf '%s\n' "$said" >&2
        exit 1
    }
fi
echo "Building $preset"
ninja -C "build/$preset" --quiet "$@"
