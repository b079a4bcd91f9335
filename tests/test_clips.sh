#!/bin/bash
# Strokes that another physics and another renderer made, with their exact truth, where they lie beside the tree; skipped
# elsewhere. Usage: test_clips.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh
shared=../shared

# follow CLIP: its events and strokes go to $tmp/track.jsonl.
follow() {
    "$program" track "$shared/clips/$1.mp4" --table snooker-12ft --game snooker --out "$tmp/track.jsonl"
}

every_clip_meets_all_limits_of_its_score() {
    local truth name count=0
    for truth in "$shared"/clips/*.json; do
        name=$(basename "$truth" .json)
        follow "$name"
        python3 "$shared/score/events.py" "$tmp/track.jsonl" "$truth" >"$tmp/score" || { cat "$tmp/score" >&2; return 1; }
        count=$((count + 1))
    done
    [ $count -gt 0 ]
}

# The colours of the blue bleed into the cloth: it looks smeared by 15 ms wherever it goes, and at rest no less.
bleeding_colours_are_no_exposure() {
    follow c02_pot_blue
    python3 - "$tmp/track.jsonl" <<'END'
import json, sys
told = json.loads(open(sys.argv[1]).readlines()[-1])["exposure_s"]
assert 0.002 < told < 0.006, f"{told} s, and it is 0.004 s"
END
}

if [ ! -e "$shared/clips" ] || ! command -v python3 >/dev/null; then
    echo "skipped: no clips beside the tree"
    exit 0
fi
run_cases every_clip_meets_all_limits_of_its_score bleeding_colours_are_no_exposure
