#!/bin/bash
# Proves that the arithmetic in docs/camera-guide.md is that of the tables the program knows.
# Usage: test_guide.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh

field_of_view_follows_from_the_tables() {
    scripts/camera-table.sh "$program" >"$tmp/table"
    [ "$(grep -c '^| `' "$tmp/table")" -eq "$("$program" tables | grep -c '^[a-z-]*-[0-9]*ft')" ]
    [ "$(grep -c '^| `' "$tmp/table")" -ge 8 ]
    while read -r line; do grep -qxF "$line" docs/camera-guide.md || { echo "missing: $line" >&2; return 1; }; done <"$tmp/table"
}

run_cases field_of_view_follows_from_the_tables
