#!/bin/bash
# Proves whiteglove track from pixels to JSON lines on a film made here: an opening break, nobody in the picture.
# Usage: test_track.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh

# `value KEY`: of the stroke line, up to the next comma.
value() {
    grep '"type":"stroke"' "$tmp/track.jsonl" | grep -oE "\"$1\":[^,]*" | head -1 | cut -d: -f2
}

a_break_is_told_from_pixels() {
    "$program" simulate --strokes 1 --seed 3 --pace 0.3 --fps 30 --no-people --out "$tmp/break.mp4" \
        --truth "$tmp/break.json" >/dev/null
    "$program" track "$tmp/break.mp4" --out "$tmp/track.jsonl"
    refuses grep -qv '^{"type":' "$tmp/track.jsonl"
    [ "$(grep -c '"type":"stroke"' "$tmp/track.jsonl")" -eq 1 ]
    [ "$(grep -c '"type":"position"' "$tmp/track.jsonl")" -ge 2 ]
    grep -q '"first_hit": "red_15"' "$tmp/break.json" # the red that lies at 1128, 105
    grep '"kind":"contact"' "$tmp/track.jsonl" | grep '"balls":\["cue","red-' | head -1 |
        grep -qE '"t":1\.8[2-6].*"at":\[1(09|10)[0-9]\.'
    value first_contact | grep -q 'red-'
    [ "$(value potted)" = '[]' ]
    tail -1 "$tmp/track.jsonl" | grep -q '"type":"end".*"strokes":1'
}

what_is_no_film_leaves_nothing_behind() {
    echo text >"$tmp/film.mp4"
    exits 1 "$program" track "$tmp/film.mp4" --out "$tmp/track.jsonl"
    [ ! -e "$tmp/track.jsonl" ]
    exits 2 "$program" track
    exits 1 "$program" track "$tmp/absent.mp4"
}

run_cases a_break_is_told_from_pixels what_is_no_film_leaves_nothing_behind
