#!/bin/bash
# Proves that the documents are true where a machine can tell: files and functions they name exist, the commands they
# show work, and the picture is what the program draws.
# Usage: test_docs.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh
documents='README.md CONTRIBUTING.md docs/*.md'

# Words in backticks that look like files of ours: folder/name or NAME.md, not options or patterns.
named() {
    # shellcheck disable=SC2086
    grep -ohE '`[^` ]+`' $documents | tr -d '`' | grep -E '^(\.?[a-z]+/[A-Za-z_./:]*|[A-Z]+\.md|LICENSE)$' |
        grep -vE '^(build|\./)' | sort -u
}

files_and_functions_that_are_named_exist() {
    [ "$(named | wc -l)" -ge 20 ]
    for word in $(named); do
        [ -e "${word%%:*}" ] || { echo "no such file: $word" >&2; return 1; }
        [ "${word%%:*}" = "$word" ] || grep -qE "^[a-z].*[ *]${word##*:}\(" "${word%%:*}" ||
            { echo "no such function: $word" >&2; return 1; }
    done
}

commands_of_the_readme_work() {
    sed -n 's/^    \(build\/release\/whiteglove\)/\1/p' README.md >"$tmp/commands"
    [ -s "$tmp/commands" ]
    while read -r line; do
        exits 0 bash -c "${line//build\/release\/whiteglove/$program}" </dev/null
    done <"$tmp/commands"
}

picture_is_what_the_program_draws() {
    "$program" tables snooker-12ft --svg - | cmp - docs/table.svg
}

run_cases files_and_functions_that_are_named_exist commands_of_the_readme_work picture_is_what_the_program_draws
