#!/bin/bash
# Whole frames and racks through the pixels, every ruling compared with the truth: for a nightly run, about an hour on
# two idle cores. Three frames of snooker, one of every other game.
# Usage: film-frames.sh PROGRAM FOLDER [film]; `film` writes and reads video in between. Exit 1 when anything is wrong.
set -uo pipefail
program=$1 folder=$2 how=${3:-direct}
run=("$(dirname "$0")/film-referee.sh" "$program")
failed=0
one() {
    echo "== $1, match $2"
    if [ "$how" = film ]; then "${run[@]}" "$1" "$2" frame "$folder"; else "${run[@]}" "$1" "$2" frame "$folder" direct; fi ||
        failed=1
}
for seed in 101 102 103; do one snooker $seed; done
for game in sixred snooker4 shootout billiards billiards4 wpa9 wpa8 wpa141 wpabb cspl8; do one $game 101; done
exit $failed
