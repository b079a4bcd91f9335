#!/bin/bash
# Proves that films are refereed as their truth says, through the pixels: a few strokes of two games, drawn here.
# scripts/nightly.sh does the same for whole frames of all eleven.
# Usage: test_film.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh
command -v python3 >/dev/null || {
    echo "skipped: python3 is not installed"
    exit 77
}

film() { # GAME SEED STROKES
    timeout 280 scripts/film-referee.sh "$program" "$1" "$2" "$3" "$tmp" --fps 30 --pace 0.3 --quality 20 >"$tmp/report" ||
        { cat "$tmp/report" >&2; return 1; }
    cat "$tmp/report"
}

# A camera that was moved while nobody looked: the calibration that was kept does not fit the picture any more.
a_kept_calibration_is_checked_against_the_picture() {
    local film=$tmp/billiards-21-2.mp4 found=$tmp/billiards-21-2.match/calibration.json how words
    for how in "cx 5 1 fitted.again" "fx 0 0.93 calibrated.anew" "cx 0 1 nothing"; do
        read -r key more times words <<<"$how"
        rm -rf "$tmp/kept" && mkdir "$tmp/kept"
        python3 - "$found" "$tmp/kept/calibration.json" "$key" "$more" "$times" <<'EOF_'
import json, sys
found = json.load(open(sys.argv[1]))
keys = ("fx", "fy") if sys.argv[3] == "fx" else ("cx",)
for key in keys:
    found["camera"][key] = found["camera"][key] * float(sys.argv[5]) + float(sys.argv[4])
json.dump(found, open(sys.argv[2], "w"))
EOF_
        timeout 280 "$program" referee "$film" --game billiards --match "$tmp/kept" --strokes 1 --deterministic --plain \
            </dev/null >"$tmp/out" 2>"$tmp/err"
        if [ "$words" = nothing ]; then
            refuses grep -q 'camera' "$tmp/err"
        else
            grep -q "$words" "$tmp/err"
        fi
    done
}

billiards_through_the_pixels() {
    film billiards 21 2
    [ "$(grep -c '^right\|^asked' "$tmp/report")" -eq 2 ]
    # Whoever compares must be able to say no: of points, and of what may be chosen.
    local other
    for other in 's/"points": 0/"points": 9/' 's/"options": \[\]/"options": ["draw_lots"]/'; do
        sed "$other" "$tmp"/billiards-21-2.json >"$tmp/other.json"
        refuses python3 tests/film/compare.py "$program" billiards "$tmp/billiards-21-2.jsonl" "$tmp/other.json" \
            "$tmp/billiards-21-2.work" >"$tmp/report"
        grep -q '^WRONG' "$tmp/report"
    done
    a_kept_calibration_is_checked_against_the_picture
}

# The nightly table, in short: two strokes of one game.
six_reds_through_the_pixels() {
    timeout 280 scripts/nightly.sh "$program" "$tmp" 2 sixred:33 >"$tmp/table" ||
        { cat "$tmp/table" "$tmp"/*.report >&2; return 1; }
    cat "$tmp/table"
    awk '$1 == "sixred" && $3 == 2 && $4 + $5 == 2 { found = 1 } END { exit !found }' "$tmp/table"
    # It says no where a report does, and where there is none.
    sed 's/ 0 WRONG/ 1 WRONG/' "$tmp/sixred-33-2.report" >"$tmp/wrong"
    refuses python3 tests/film/row.py sixred 33 "$tmp/wrong"
    echo >"$tmp/none"
    refuses python3 tests/film/row.py sixred 33 "$tmp/none"
}

# Racked, only the cue-ball lies free, and black ball has it smaller than the others: that is no table of another size.
a_smaller_cue_ball_is_no_other_table() {
    timeout 280 "$program" simulate --game wpabb --seed 22 --pace 0.3 --png "$tmp/racked.png" --at 3 --truth "$tmp/racked.json" \
        >"$tmp/out"
    timeout 280 "$program" calibrate "$tmp/racked.png" --table english-pool-7ft --out "$tmp/racked.cal" 2>"$tmp/err"
    refuses grep -q 'another size' "$tmp/err"
    python3 - "$tmp/racked.cal" <<'EOF_'
import json, sys
found = json.load(open(sys.argv[1]))
assert abs(found["ball_seen"] / found["ball"] - 1) < 0.06, found["ball_seen"]
EOF_
}

# What a newcomer sees first: the built-in match, where nobody enters what the players choose, scores as its truth does.
the_demo_says_what_happened() {
    local source scores='s/^#[0-9]*  \([0-9]*-[0-9]*\)  .*/\1/p'
    for source in demo truth; do
        timeout 280 "$program" referee $source --game snooker --players Ann,Bo --match "$tmp/$source" --strokes 6 \
            --deterministic --plain </dev/null >"$tmp/$source.out"
        sed -n "/choice:/d; $scores" "$tmp/$source.out" >"$tmp/$source.scores"
    done
    cat "$tmp/demo.out"
    [ "$(wc -l <"$tmp/truth.scores")" -eq 6 ]
    diff "$tmp/demo.scores" "$tmp/truth.scores"
}

run_cases the_demo_says_what_happened a_smaller_cue_ball_is_no_other_table billiards_through_the_pixels six_reds_through_the_pixels
