#!/bin/bash
# Gets what the tests of the pages need besides packages: playwright-core, pinned by tests/browser/package-lock.json,
# into build/browser. Does nothing when it is there. Without npm, or without a network, those tests are skipped and say
# so; nothing else depends on it.
set -uo pipefail
cd "$(dirname "$0")/.."
folder=build/browser
if cmp -s tests/browser/package-lock.json "$folder/package-lock.json" && [ -d "$folder/node_modules/playwright-core" ]; then
    exit 0
fi
if ! command -v npm >/dev/null; then
    echo "npm is not installed: the tests of the pages in a browser will be skipped"
    exit 0
fi
mkdir -p "$folder"
cp tests/browser/package.json tests/browser/package-lock.json "$folder/"
if ! (cd "$folder" && PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 timeout 120 npm ci --silent --no-audit --no-fund >/dev/null 2>&1); then
    rm -rf "$folder"
    echo "playwright-core could not be fetched: the tests of the pages in a browser will be skipped"
fi
