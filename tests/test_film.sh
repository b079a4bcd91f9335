#!/bin/bash
# Proves that films are refereed as their truth says, through the pixels: a few strokes of two games, drawn here.
# scripts/film-frames.sh does the same for whole frames of all eleven.
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

billiards_through_the_pixels() {
    film billiards 21 2
    [ "$(grep -c '^right\|^asked' "$tmp/report")" -eq 2 ]
    # Whoever compares must be able to say no.
    sed -i 's/"points": 0/"points": 9/' "$tmp"/billiards-21-2.json
    refuses python3 tests/film/compare.py "$program" billiards "$tmp/billiards-21-2.jsonl" "$tmp/billiards-21-2.json" \
        "$tmp/billiards-21-2.work" >"$tmp/report"
    grep -q '^WRONG' "$tmp/report"
}

six_reds_through_the_pixels() {
    film sixred 33 2
    [ "$(grep -c '^right\|^asked' "$tmp/report")" -eq 2 ]
}

run_cases billiards_through_the_pixels six_reds_through_the_pixels
