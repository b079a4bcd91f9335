#!/bin/bash
# Proves that the balls on real stills are found, when those stills are at hand (they are not ours to ship).
# Usage: test_stills.sh PROGRAM, in the checkout.
. tests/cases.sh
program=$1
stills=../shared/footage/overhead-snooker/stills-plain
score=../shared/score/detect.py

every_ball_on_real_stills_is_found() {
    exits 0 "$program" detect --table snooker-6ft $stills/*.png
    cp "$tmp/out" "$tmp/found.jsonl"
    exits 0 python3 $score "$tmp/found.jsonl" $stills/truth.json
    grep -q 'all limits met' "$tmp/out"
}

if [ ! -d $stills ] || [ ! -f $score ]; then
    echo '[  SKIPPED ] every_ball_on_real_stills_is_found: there are no stills beside the checkout'
    echo '[       OK ] nothing else to prove here'
    exit 0
fi
run_cases every_ball_on_real_stills_is_found
