#!/bin/bash
# Runs the tests of the pages for looking again in Chromium (tests/browser/review.mjs). Skipped, with the reason, where
# there is no browser, no node, or no playwright-core in build/browser (scripts/browser.sh fetches it).
# Usage: test_review_page.sh PROGRAM, in the checkout.
export WHITEGLOVE_BROWSER=$PWD/build/browser
skip() {
    echo "[  SKIPPED ] review pages in a browser: $1"
    exit 77
}
[ -x /usr/bin/chromium ] || skip "chromium is not installed"
command -v node >/dev/null || skip "nodejs is not installed"
[ -d "$WHITEGLOVE_BROWSER/node_modules/playwright-core" ] || skip "playwright-core is not in build/browser"
tmp=$(mktemp -d)
node=
clean() {
    [ -z "$node" ] || kill "$node" 2>/dev/null
    rm -rf "$tmp"
}
trap clean EXIT INT TERM
timeout 200 "$1" simulate --game billiards --seed 3 --strokes 1 --no-people --pace 0.3 --fps 25 --size 960x540 \
    --out "$tmp/film.mp4" >/dev/null || exit 1
timeout 250 "$1" review "$tmp/film.mp4" --game billiards --match "$tmp/review" --only </dev/null >/dev/null || exit 1
grep -q '"type":"stroke"' "$tmp/review/journal.jsonl" || { echo "no stroke was found in the film"; exit 1; }
TMPDIR=$tmp timeout --kill-after=10 280 node tests/browser/review.mjs "$1" "$tmp" &
node=$!
wait "$node"
status=$?
node=
exit $status
