#!/usr/bin/env bash
# Proves that the tables of rules/ list every clause of the books and invent none, and that docs/rules-coverage.md is
# what they say now.
# usage: test_clauses.sh WHITEGLOVE
set -eu
whiteglove=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$whiteglove" rules all --markdown | sed -n 's/^| \([A-Z0-9]* [^|]*[^| ]\) *|.*/\1/p' | sort -u >"$work/listed"
grep -v '^#' tests/clauses.txt | sort -u >"$work/wanted"
books=$(cut -d' ' -f1 "$work/listed" | sort -u)
[ -n "$books" ] || { echo "no clause is listed at all"; exit 1; }

missing=$(comm -13 "$work/listed" "$work/wanted")
[ -z "$missing" ] || { printf 'clauses of the books that no table lists:\n%s\n' "$missing"; exit 1; }
invented=$(comm -23 "$work/listed" "$work/wanted" | grep -vE '^(S22|EBSRA) ' || true)
[ -z "$invented" ] || { printf 'listed, but in no book:\n%s\n' "$invented"; exit 1; }

"$whiteglove" rules all --markdown --cases tests/cases >"$work/coverage.md"
if ! cmp -s "$work/coverage.md" docs/rules-coverage.md; then
    echo "docs/rules-coverage.md is not what the tables say; write it again with:"
    echo "  build/release/whiteglove rules all --markdown --cases tests/cases > docs/rules-coverage.md"
    diff "$work/coverage.md" docs/rules-coverage.md | head -10 || true
    exit 1
fi
echo "$(wc -l <"$work/wanted") clauses of $(echo $books | wc -w) books, none missing"
