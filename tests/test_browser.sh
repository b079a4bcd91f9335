#!/bin/bash
# Runs the tests of the pages in Chromium (tests/browser/pages.mjs). Skipped, with the reason, where there is no
# browser, no node, or no playwright-core in build/browser (scripts/browser.sh fetches it).
# Usage: test_browser.sh PROGRAM [CASE...], in the checkout.
export WHITEGLOVE_BROWSER=$PWD/build/browser
skip() {
    echo "[  SKIPPED ] pages in a browser: $1"
    exit 77
}
[ -x /usr/bin/chromium ] || skip "chromium is not installed"
command -v node >/dev/null || skip "nodejs is not installed"
[ -d "$WHITEGLOVE_BROWSER/node_modules/playwright-core" ] || skip "playwright-core is not in build/browser"
# The script ends by itself; should node itself hang, it is ended from here, with all that it started.
exec timeout --kill-after=10 300 node tests/browser/pages.mjs "$@"
