#!/bin/bash
# Whole frames and racks through the pixels, every ruling compared with the truth: three frames of snooker with 60 strokes
# or more, one of every other game. Some hours on two cores; prints a table as it goes:
#
#   right    called as the truth has it            wrong    called with certainty, and not so
#   asked    a question that offers the truth      missed   a stroke that nobody told
#   else     a question that does not offer it     extra    a call without a stroke
#   open     when nobody answers: questions whose likeliest ruling is not right;  alone: certain rulings that are not
#
# Usage: nightly.sh PROGRAM FOLDER [STROKES|frame [GAME:SEED...]]; FOLDER keeps reports, lines and journals.
# JOBS=2 runs so many at a time, PICTURE=:1920x1080@60 sets size and rate of the picture (:1280x720@30).
# Exit 1 when anything is wrong, missed, extra or not offered, or a run did not end.
set -uo pipefail
program=$1 folder=$2 length=${3:-frame}
shift $(($# < 3 ? $# : 3))
runs=("$@")
here=$(dirname "$0")

strokes_of() { # GAME SEED
    "$program" simulate --game "$1" --seed "$2" --frame --truth "$folder/length.json" >/dev/null &&
        python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["strokes"]))' "$folder/length.json"
    rm -f "$folder/length.json"
}

choose_runs() { # the first seeds whose frame of snooker is long enough
    local seed=101
    while [ ${#runs[@]} -lt 3 ]; do
        [ "$(strokes_of snooker $seed)" -lt 60 ] || runs+=("snooker:$seed")
        seed=$((seed + 1))
    done
    # four-handed games of the same seed are the same strokes
    runs+=(sixred:101 snooker4:105 shootout:101 billiards:101 billiards4:103 wpa9:101 wpa8:101 wpa141:101 wpabb:101 cspl8:101)
}

one() { # GAME:SEED
    local game=${1%:*} seed=${1#*:} report=$folder/${1%:*}-${1#*:}-$length.report
    nice -n 5 timeout 14400 "$here/film-referee.sh" "$program" "$game" "$seed" "$length" "$folder" "direct${PICTURE-}" \
        >"$report" 2>&1 </dev/null
    python3 "$here/../tests/film/row.py" "$game" "$seed" "$report"
}

mkdir -p "$folder"
[ ${#runs[@]} -gt 0 ] || choose_runs
python3 "$here/../tests/film/row.py"
export -f one
export program folder length here
printf '%s\n' "${runs[@]}" | xargs -P "${JOBS:-1}" -I{} bash -c 'one {}'
