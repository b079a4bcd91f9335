#!/bin/bash
# Takes the pictures of the pages again, into docs/pages. Look at them before they are committed.
# Usage: docs/pages/make.sh [PROGRAM], in the checkout; needs what tests/test_browser.sh needs.
set -euo pipefail
program=${1:-build/release/whiteglove}
out=$PWD/docs/pages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WHITEGLOVE_BROWSER=$PWD/build/browser WHITEGLOVE_SHOTS=$out

timeout 300 node tests/browser/pages.mjs "$program"
"$program" simulate --game snooker --seed 6 --frame --size 1280x720 --at 129.5 --png "$out/table.png"

# The overlay in a film: two strokes, refereed, and a moment in which a call stands there.
"$program" simulate --game snooker --seed 4 --strokes 2 --size 1280x720 --out "$work/film.mp4"
timeout 200 "$program" referee "$work/film.mp4" --game snooker --players 'Ann Visser,Bo Chen' --match "$work/match" --plain \
    --stream "$work/out.mkv" </dev/null
"$program" preview "$work/out.mkv" --at "${WHITEGLOVE_SHOT_AT:-14.5}" --png "$out/burnt.png"
timeout 100 node tests/browser/shots.mjs "$out"
ls -l "$out"
