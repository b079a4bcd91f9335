#!/bin/bash
# Makes a corpus of simulated films with their truth, for `whiteglove report`: all games and kinds of table in turn,
# random cameras and looks, 30, 60 and 120 frames a second, people in every other film. Films that are there are kept.
# With DRAWN=1 only the truths are written: `report` then draws the pictures itself, without the losses of a video file,
# in two thirds of the time that making and following a film takes.
# Usage: scripts/corpus.sh OUT N [FIRST_SEED [SIZE [STROKES]]], in the checkout, after a release build.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 OUT N [FIRST_SEED [SIZE [STROKES]]]" >&2; exit 2; }
out=$1 count=$2 first=${3:-1000} size=${4:-1280x720} strokes=${5:-2}
program=${WHITEGLOVE:-build/release/whiteglove}
rates=(30 60 120)
plays=(snooker/snooker-12ft wpa9/pool-9ft snooker/snooker-6ft wpa8/pool-8ft billiards/snooker-12ft sixred/snooker-10ft
    cspl8/english-pool-7ft wpa141/pool-7ft snooker/snooker-9ft wpabb/english-pool-7ft)
mkdir -p "$out"
for ((i = 0; i < count; i++)); do
    seed=$((first + i))
    name=$out/f$seed
    film=(--out "$name.mp4")
    [ -z "${DRAWN-}" ] || film=()
    [ ${#film[@]} -eq 0 ] || [ -e "$name.mp4" ] && [ -e "$name.json" ] && continue
    people=()
    ((i % 2)) && people=(--no-people)
    play=${plays[i % ${#plays[@]}]}
    "$program" simulate --game "${play%/*}" --table "${play#*/}" --seed "$seed" --strokes "$strokes" \
        --pace 0.4 --camera random --look random --size "$size" --fps "${rates[i % 3]}" "${people[@]}" \
        "${film[@]}" --truth "$name.json" </dev/null
done
