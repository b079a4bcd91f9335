#!/bin/bash
# Simulates a film, referees it through its pixels and compares every ruling with the truth (tests/film/compare.py).
# Usage: film-referee.sh PROGRAM GAME SEED STROKES|frame FOLDER [OPTIONS OF SIMULATE...]
# FOLDER keeps what was made: film, truth, lines, journal. A film that is there already is not drawn again.
set -euo pipefail
program=$1 game=$2 seed=$3 strokes=$4 folder=$5
shift 5
here=$(dirname "$0")/..
mkdir -p "$folder"
name=$folder/$game-$seed-$strokes
length=(--strokes "$strokes")
[ "$strokes" != frame ] || length=(--frame)
players=Ann,Bo
case $game in snooker4 | billiards4) players=Ann,Bo,Cy,Di ;; esac
if [ ! -s "$name.mp4" ] || [ ! -s "$name.json" ]; then
    "$program" simulate --game "$game" --seed "$seed" "${length[@]}" "$@" --out "$name.mp4" --truth "$name.json"
fi
rm -rf "$name.match" "$name.work"
mkdir -p "$name.work"
"$program" referee "$name.mp4" --game "$game" --players "$players" --match "$name.match" --lines "$name.jsonl" \
    --frames 9 --deterministic </dev/null >"$name.calls"
python3 "$here/tests/film/compare.py" "$program" "$game" "$name.jsonl" "$name.json" "$name.work"
