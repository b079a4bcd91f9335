#!/bin/bash
# How many instructions does seeing take? Counted by callgrind, so that load and processor hardly matter.
# Usage: bench/instructions.sh BENCH_VISION            compares with bench/instructions.txt; exit 1 when more than the
#                                                      tolerance above it
#        bench/instructions.sh BENCH_VISION --record   writes bench/instructions.txt anew
# In the checkout. Says so and is content where valgrind is missing or the processor has no AVX2: the kernels differ.
set -euo pipefail
bench=$1
kept=bench/instructions.txt
tolerance=5 # per cent
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

if ! command -v valgrind >/dev/null || ! grep -qw avx2 /proc/cpuinfo; then
    echo 'skipped: needs valgrind and a processor with AVX2'
    exit 0
fi

# `count OPERATION`: thousands of instructions inside vision_detect or vision_track over the whole run.
count() {
    local inside=vision_detect
    case $1 in tracked*) inside=vision_track ;; esac
    timeout 240 valgrind --tool=callgrind --callgrind-out-file="$tmp/out" --toggle-collect=$inside \
        "$bench" --once "$tmp/frames" "$1" >/dev/null 2>"$tmp/log" </dev/null || { cat "$tmp/log"; return 1; }
    awk '/^(summary|totals):/ { n = $2 } END { printf "%d\n", n / 1000 }' "$tmp/out"
}

"$bench" --draw "$tmp/frames"
if [ "${2:-}" = --record ]; then
    {
        echo "# Thousands of instructions for the frames of 'bench_vision --once', by bench/instructions.sh --record."
        for name in full-open full-rack again-open tracked-moving; do
            echo "$name $(count $name)"
        done
    } >"$tmp/new"
    mv "$tmp/new" $kept
    cat $kept
    exit 0
fi

worse=0
while read -r name was; do
    [ "$name" = '#' ] && continue
    now=$(count "$name")
    echo "$name: $now thousand, was $was"
    if [ $((now * 100)) -gt $((was * (100 + tolerance))) ]; then
        echo "$name takes more than $tolerance % more instructions than before." \
            "If that is worth it: bench/instructions.sh BENCH_VISION --record"
        worse=1
    fi
done <$kept
exit $worse
