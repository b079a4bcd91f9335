#!/bin/bash
# Proves that balls can be put back beside a running referee: /replace of `referee --web`, before a simulated camera.
# Usage: test_replace.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh
command -v python3 >/dev/null || {
    echo "[  SKIPPED ] putting back beside a referee: python3 is not installed"
    exit 77
}

# A match of which one stroke is known; what the camera shows lies elsewhere.
one_stroke_played() {
    mkdir "$tmp/match"
    cat >"$tmp/match/journal.jsonl" <<'EOF_'
{"type":"match","game":"billiards","players":["Ann","Bo"],"frames":1,"games":1,"options":{}}
{"type":"stroke","t":2.0,"origin":"camera","stroke":{"t0":1.0,"t1":2.0,"event":"stroke","first_contact":[]},"position":{"white":[-1047.5,100],"yellow":[-700,300],"red":[1000,200]}}
EOF_
}

the_running_referee_says_what_is_left_to_put_back() {
    one_stroke_played
    timeout --kill-after=10 600 python3 tests/film/replace_live.py "$program" "$tmp/match"
}

run_cases the_running_referee_says_what_is_left_to_put_back
