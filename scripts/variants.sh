#!/bin/bash
# How well are films followed when they are seen otherwise: turned, out of focus, smaller, in other light? Each film of a
# folder (NAME.mp4 beside its truth NAME.json) is varied on its way in, followed, and scored. Only what leaves the truth
# in mm and s as it is can be varied.
# Usage: scripts/variants.sh FOLDER SCORE [VARIANT...], in the checkout, after a release build. `SCORE TRACK TRUTH` ends
# with 0 when all is well, and its last line says what is not. Options for `whiteglove track` come from TRACK_OPTIONS.
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 FOLDER SCORE [VARIANT...]" >&2; exit 2; }
folder=$1 score=$2
shift 2
program=${WHITEGLOVE:-build/release/whiteglove}
declare -A variants=(
    [same]='identity'
    [right]='videoflip video-direction=90r' [left]='videoflip video-direction=90l' [over]='videoflip video-direction=180'
    [soft]='gaussianblur sigma=1.5'
    [small]='videoscale ! video/x-raw,width=960,height=540'
    [dark]='videobalance brightness=-0.2' [bright]='videobalance brightness=0.12'
    [flat]='videobalance contrast=0.7' [pale]='videobalance saturation=0.5' [gaudy]='videobalance saturation=1.5'
    [gamma-low]='gamma gamma=0.7' [gamma-high]='gamma gamma=1.4'
    [bars]='videobox top=-60 bottom=-60'
)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
[ $# -gt 0 ] || set -- $(printf '%s\n' "${!variants[@]}" | sort)
failed=0
for variant; do
    [ -n "${variants[$variant]:-}" ] || { echo "$0: no variant $variant; there are: ${!variants[*]}" >&2; exit 2; }
    for film in "$folder"/*.mp4; do
        source="gst:filesrc location=$film ! decodebin ! videoconvert ! ${variants[$variant]} ! videoconvert"
        # shellcheck disable=SC2086 # options are words
        if "$program" track "$source" ${TRACK_OPTIONS:-} --out "$work/track.jsonl" 2>"$work/said" &&
            $score "$work/track.jsonl" "${film%.mp4}.json" >"$work/said"; then
            echo "$variant $(basename "$film" .mp4) good"
        else
            echo "$variant $(basename "$film" .mp4): $(tail -n 1 "$work/said")"
            failed=1
        fi
    done
done
exit $failed
