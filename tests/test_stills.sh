#!/bin/bash
# Detection against stills of a real table with hand-marked centres, where they lie beside the tree; skipped elsewhere.
# Usage: test_stills.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh
shared=../shared
stills=$shared/footage/overhead-snooker

# `all_found SET`: no ball missed, invented or misnamed, centres within the limits of the score.
all_found() {
    "$program" detect "$stills/stills-$1"/*.png --size 1881x943 --ball 52.3 --balls snooker >"$tmp/found.jsonl"
    python3 "$shared/score/detect.py" "$tmp/found.jsonl" "$stills/stills-$1/truth.json"
}

plain_stills_are_seen_right() {
    all_found plain
}

stills_with_halos_are_seen_right() {
    all_found halo
}

if [ ! -e "$stills" ] || ! command -v python3 >/dev/null; then
    echo "skipped: no stills beside the tree"
    exit 0
fi
run_cases plain_stills_are_seen_right stills_with_halos_are_seen_right
