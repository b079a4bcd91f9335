#!/bin/bash
# Simulates a match, referees it through its pixels and compares every ruling with the truth (tests/film/compare.py).
# Usage: film-referee.sh PROGRAM GAME SEED STROKES|frame FOLDER [direct | OPTIONS OF SIMULATE...]
# FOLDER keeps what was made: film, truth, lines, journal. A film that is there already is not drawn again. `direct` gives
# the pictures to the referee as they are drawn, without a film in between.
set -euo pipefail
program=$1 game=$2 seed=$3 strokes=$4 folder=$5
shift 5
here=$(dirname "$0")/..
mkdir -p "$folder"
name=$folder/$game-$seed-$strokes
length=(--strokes "$strokes") stop=()
[ "$strokes" != frame ] || length=(--frame)
players=Ann,Bo
case $game in snooker4 | billiards4) players=Ann,Bo,Cy,Di ;; esac
source=$name.mp4
if [ "${1-}" = direct ]; then
    source=demo:$game:$seed:unpaced
    [ "$strokes" = frame ] || stop=(--strokes "$strokes")
    "$program" simulate --game "$game" --seed "$seed" "${length[@]}" --truth "$name.json"
elif [ ! -s "$name.mp4" ] || [ ! -s "$name.json" ]; then
    "$program" simulate --game "$game" --seed "$seed" "${length[@]}" "$@" --out "$name.mp4" --truth "$name.json"
fi
# A frame that is over by what the referee saw ends a direct run, so does the last stroke of the truth.
[ "$strokes" != frame ] || [ "$source" = "$name.mp4" ] ||
    stop=(--strokes "$(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["strokes"]))' "$name.json")")
rm -rf "$name.match" "$name.work"
mkdir -p "$name.work"
"$program" referee "$source" --game "$game" --players "$players" --match "$name.match" --lines "$name.jsonl" \
    --frames 9 --deterministic "${stop[@]}" </dev/null >"$name.calls"
python3 "$here/tests/film/compare.py" "$program" "$game" "$name.jsonl" "$name.json" "$name.work"
