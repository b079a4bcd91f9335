#!/bin/bash
# Proves the conventions that every command keeps: help, exit codes, errors, outputs.
# Usage: test_cli.sh PROGRAM VERSION, in the checkout.
program=$1 version=$2
. tests/cases.sh

commands() {
    "$program" help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
}

# Standard error in $tmp/err: "whiteglove: WHAT: WHY", then at most one line of advice; nothing on standard output.
says_why() {
    head -1 "$tmp/err" | grep -q '^whiteglove: .*: .'
    [ "$(wc -l <"$tmp/err")" -le 2 ]
    [ ! -s "$tmp/out" ]
}

there_are_commands() {
    [ "$(commands | wc -l)" -ge 4 ]
}

every_command_has_help_with_an_example() {
    for c in $(commands); do
        exits 0 "$program" "$c" --help
        grep -q '^Usage:' "$tmp/out"
        grep -A1 '^Example:' "$tmp/out" | grep -q '^  .*build/release/whiteglove'
        exits 0 "$program" "$c" --nonsense -h
        exits 0 "$program" help "$c"
    done
}

# Exactly what is printed, pasted; only the program is the one under test.
every_example_works_when_pasted() {
    for c in $(commands); do
        example=$("$program" "$c" --help | sed -n '/^Example:/,$s/^  //p')
        [ -n "$example" ]
        exits 0 bash -c "${example//build\/release\/whiteglove/$program}"
    done
}

version_is_the_one_of_the_build() {
    [ "$("$program" --version)" = "whiteglove $version" ]
    for c in $(commands); do
        [ "$("$program" "$c" --version)" = "whiteglove $version" ]
    done
}

wrong_usage_exits_2_and_says_what_to_do() {
    for wrong in 'nonsense' 'help nonsense' 'help a b' 'tables --nonsense' 'tables nonsense' 'tables a b' \
        'tables --size 5' 'tables --size 2000x1000' 'tables --size 2000x1000x5 --ball 50' 'tables --ball 50' \
        'tables --size 1000x2000 --ball 50' 'tables --svg -' 'tables --log loud' 'manual x' 'completion fish' \
        'referee truth --game pool8 --target -3' 'record gst:videotestsrc --to . --seconds -1' \
        'simulate --fps nan --truth -' 'simulate --drift nan --truth -'; do
        # shellcheck disable=SC2086
        exits 2 "$program" $wrong
        says_why
    done
}

a_journal_is_judged_whatever_is_mentioned_in_it() {
    sed '1a {"type":"noticed","t":1,"faults":["red-1 is missing"]}' samples/frame.jsonl >"$tmp/journal.jsonl"
    exits 0 "$program" judge "$tmp/journal.jsonl"
    "$program" judge samples/frame.jsonl | cmp - "$tmp/out"
}

a_recording_is_finished_whatever_ends_it() {
    for signal in TERM HUP; do
        mkdir "$tmp/$signal"
        "$program" record 'gst:videotestsrc is-live=true' --to "$tmp/$signal" >"$tmp/out" &
        for _ in {1..600}; do
            [ -n "$(find "$tmp/$signal" -name '*.part' -size +0)" ] && break
            sleep 0.1
        done
        kill -"$signal" $!
        wait $!
        [ "$(find "$tmp/$signal" -name '*.mp4' | wc -l)" -eq 1 ]
        [ -z "$(find "$tmp/$signal" -name '*.part')" ]
    done
}

nothing_to_tell_is_said() {
    exits 0 "$program" stats samples/match.jsonl --pots
    grep -q '^No ball was seen' "$tmp/out"
}

# Names that cannot be told apart, or shown; nothing is left behind.
players_have_names_that_can_be_shown() {
    long=$(printf '%0.sж' {1..32})
    for wrong in Ann Ann,Bo,Cas , 'Ann,' 'Ann, Ann' $'A\nB,C' "$long,Bo"; do
        exits 2 "$program" referee samples/sixred.jsonl --game sixred --players "$wrong" --match "$tmp/match"
        says_why
        exits 2 "$program" review samples/stroke.mp4 --players "$wrong" --match "$tmp/match"
        [ ! -e "$tmp/match" ]
    done
    exits 0 "$program" referee samples/sixred.jsonl --game sixred --strokes 2 --match "$tmp/match" \
        --players "${long%ж},Ødegård 李小龙"
    exits 0 "$program" show "$tmp/match" --once
    grep -q "\"${long%ж}\",\"Ødegård 李小龙\"" "$tmp/out"
}

# Not what the code of an error is called, but what is wrong and with what.
failures_name_what_is_wrong() {
    exits 1 "$program" judge samples
    grep -q '^whiteglove: samples: it is a folder' "$tmp/err"
    exits 1 "$program" judge "$tmp/none"
    says_why
    exits 1 "$program" detect samples/overhead.png --debug /proc/none
    grep -q '^whiteglove: /proc/none: ' "$tmp/err"
    exits 0 "$program" referee samples/sixred.jsonl --game sixred --strokes 3 --match "$tmp/match"
    exits 1 "$program" export "$tmp/match" sheet.pdf --stroke 99 --out "$tmp/sheet.pdf"
    grep -q "^whiteglove: $tmp/match: there is no such stroke" "$tmp/err"
    exits 1 "$program" export "$tmp/match" clip.mp4 --stroke 1 --out "$tmp/clip.mp4"
    grep -q "^whiteglove: $tmp/match: no recording" "$tmp/err"
}

no_command_lists_them_and_exits_2() {
    exits 2 "$program"
    grep -q '^Commands:' "$tmp/out"
}

full_disk_exits_1_and_says_so() {
    for c in 'tables' 'help' '--help' '--version' 'manual' 'completion bash' 'tables pool-9ft --svg -' 'tables --help'; do
        status=0
        # shellcheck disable=SC2086
        "$program" $c >/dev/full 2>"$tmp/err" || status=$?
        [ $status -eq 1 ]
        : >"$tmp/out"
        says_why
        grep -q 'no space left' "$tmp/err"
        [ "$(grep -c '^whiteglove:' "$tmp/err")" -eq 1 ]
    done
}

failed_write_leaves_the_old_file_and_nothing_else() {
    mkdir "$tmp/folder"
    echo old >"$tmp/folder/table.svg"
    exits 1 bash -c 'trap "" XFSZ; ulimit -f 4; "$0" tables pool-9ft --svg "$1"' "$program" "$tmp/folder/table.svg"
    says_why
    [ "$(cat "$tmp/folder/table.svg")" = old ]
    [ "$(ls -A "$tmp/folder")" = table.svg ]
}

unwritable_place_exits_1_and_says_what_to_do() {
    for place in "$tmp/no/such/folder/x.svg" /proc/x.svg "$tmp"; do
        exits 1 "$program" tables pool-9ft --svg "$place"
        says_why
        [ "$(wc -l <"$tmp/err")" -eq 2 ]
    done
}

dash_is_standard_output() {
    "$program" tables pool-9ft --svg "$tmp/file.svg"
    "$program" tables pool-9ft --svg - >"$tmp/stdout.svg"
    cmp "$tmp/file.svg" "$tmp/stdout.svg"
    head -c 4 "$tmp/file.svg" | grep -q '<svg'
}

pipes_and_links_are_written_not_replaced() {
    mkfifo "$tmp/pipe"
    timeout 20 cat "$tmp/pipe" >"$tmp/read" &
    timeout 20 "$program" tables pool-9ft --svg "$tmp/pipe"
    [ -p "$tmp/pipe" ]
    wait
    grep -q '</svg>' "$tmp/read"
    echo old >"$tmp/target"
    ln -s target "$tmp/link"
    "$program" tables pool-9ft --svg "$tmp/link"
    [ -L "$tmp/link" ]
    grep -q '<svg' "$tmp/target"
}

custom_table_is_measured() {
    "$program" tables --size 2337x1168 --ball 57.15 | grep -q '^custom *2337 *1168 *57.15 *584.2 '
}

manual_has_every_command_and_option() {
    "$program" manual >"$tmp/page"
    for c in $(commands); do
        grep -q "^\.SS \"whiteglove $c" "$tmp/page"
        for option in $("$program" "$c" --help | sed -n 's/^  --\([a-z]*\).*/\1/p' | grep -v '^log$'); do
            grep -q "^\\\\fB\\\\-\\\\-$option" "$tmp/page"
        done
    done
}

completions_of() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _whiteglove
    echo "${COMPREPLY[*]}"
}

bash_completes_commands_and_options() {
    . <("$program" completion bash)
    [ "$(completions_of whiteglove tab)" = tables ]
    [ "$(completions_of whiteglove tables --sv)" = --svg ]
    [ "$(completions_of whiteglove tables --nonsense)" = '' ]
    [ "$(completions_of whiteglove tables --svg READ)" = README.md ]
}

run_cases there_are_commands every_command_has_help_with_an_example every_example_works_when_pasted \
    version_is_the_one_of_the_build wrong_usage_exits_2_and_says_what_to_do failures_name_what_is_wrong \
    players_have_names_that_can_be_shown \
    a_journal_is_judged_whatever_is_mentioned_in_it a_recording_is_finished_whatever_ends_it \
    nothing_to_tell_is_said no_command_lists_them_and_exits_2 \
    full_disk_exits_1_and_says_so failed_write_leaves_the_old_file_and_nothing_else \
    unwritable_place_exits_1_and_says_what_to_do dash_is_standard_output pipes_and_links_are_written_not_replaced \
    custom_table_is_measured manual_has_every_command_and_option bash_completes_commands_and_options
