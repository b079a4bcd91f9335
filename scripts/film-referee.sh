#!/bin/bash
# Simulates a match, referees it through its pixels and compares every ruling with the truth (tests/film/compare.py).
# Usage: film-referee.sh PROGRAM GAME SEED STROKES|frame FOLDER [direct[:WxH@FPS] | OPTIONS OF SIMULATE...]
# FOLDER keeps what was made: film, truth, lines, journal. A film that is there already is not drawn again. `direct` gives
# the pictures to the referee as they are drawn, without a film in between. The last lines are the comparison with people who
# answer what is asked; before them, one line of what stands when nobody does (all of it in FOLDER, .alone).
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
case ${1-} in
direct*)
    picture=${1#direct} fps=()
    [ -z "$picture" ] || fps=(--fps "${picture#*@}")
    source=demo:$game:$seed$picture:unpaced
    "$program" simulate --game "$game" --seed "$seed" "${length[@]}" "${fps[@]}" --truth "$name.json"
    # The simulated match goes on for ever: it is left when the last stroke of the truth is over.
    stop=(--seconds "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["strokes"][-1]["t_rest"] + 1.5)' "$name.json")")
    ;;
*)
    [ -s "$name.mp4" ] && [ -s "$name.json" ] ||
        "$program" simulate --game "$game" --seed "$seed" "${length[@]}" "$@" --out "$name.mp4" --truth "$name.json"
    ;;
esac
table=$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["table"]["kind"])' "$name.json")
rm -rf "$name.match" "$name.work"
mkdir -p "$name.work"
"$program" referee "$source" --game "$game" --table "$table" --players "$players" --match "$name.match" --lines "$name.jsonl" \
    --frames 9 --deterministic "${stop[@]}" </dev/null >"$name.calls"
compare() {
    python3 "$here/tests/film/compare.py" "$program" "$game" "$name.jsonl" "$name.json" "$name.work" "$@"
}
# What stands when nobody answers a question is told for itself: it does not decide.
compare unattended >"$name.alone" || true
tail -1 "$name.alone"
compare
