#!/bin/bash
# Proves whiteglove show and the referee's own pages as programs: what is shown is the journal, and whoever keeps the
# match is the only one who changes it.
# Usage: test_show.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh

# start NAME COMMAND...: in the background; $port is where it says that it serves.
start() {
    local name=$1
    shift
    mkfifo "$tmp/$name.silent" # standard input that never says anything and never ends
    exec 9<>"$tmp/$name.silent"
    "$program" "$@" <"$tmp/$name.silent" >"$tmp/$name" 2>"$tmp/$name.err" &
    echo $! >"$tmp/$name.pid"
    for _ in $(seq 200); do
        port=$(sed -n 's|^  http://127.0.0.1:\([0-9]*\)/$|\1|p' "$tmp/$name" 2>/dev/null | head -1) || true
        [ -z "$port" ] || return 0
        sleep 0.05
    done
    cat "$tmp/$name.err" >&2
    return 1
}

stop() {
    kill "$(cat "$tmp/$1.pid")"
    wait "$(cat "$tmp/$1.pid")" || true
}

# request METHOD PATH [BODY]: the answer of $port in $tmp/answer.
request() {
    local body=${3:-}
    exec 3<>"/dev/tcp/127.0.0.1/$port"
    printf '%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' \
        "$1" "$2" "${#body}" "$body" >&3
    timeout 20 cat <&3 >"$tmp/answer"
    exec 3>&-
}

# says WORDS: the last answer has them, soon: the request is repeated.
says() {
    for _ in $(seq 100); do
        request GET "$1"
        ! grep -q "$2" "$tmp/answer" || return 0
        sleep 0.05
    done
    cat "$tmp/answer" >&2
    return 1
}

a_match() {
    mkdir "$tmp/match"
    head -"$1" samples/frame.jsonl >"$tmp/match/journal.jsonl"
}

state_is_printed_once() {
    exits 0 "$program" show samples/frame.jsonl --once
    grep -q '"A":{"name":"Ann Visser","score":30,' "$tmp/out"
    [ "$(wc -l <"$tmp/out")" -eq 1 ]
}

wrong_usage_is_told() {
    for wrong in '' 'a b' 'samples/frame.jsonl --lan' 'samples/frame.jsonl --pin 12' 'samples/frame.jsonl --port 70000' \
        'samples/frame.jsonl --port -1'; do
        # shellcheck disable=SC2086
        exits 2 "$program" show $wrong
        grep -q '^whiteglove: ' "$tmp/err"
    done
    exits 1 "$program" show "$tmp/nowhere"
    exits 1 "$program" show README.md --once
}

taken_port_is_told() {
    start first show samples/frame.jsonl --port 0
    exits 1 "$program" show samples/frame.jsonl --port "$port"
    grep -q 'in use' "$tmp/err"
    stop first
}

growing_journal_is_followed() {
    a_match 1
    start show show "$tmp/match" --port 0
    request GET /api/text/score
    grep -q '0 - 0' "$tmp/answer"
    sed -n 2,3p samples/frame.jsonl >>"$tmp/match/journal.jsonl"
    says /api/text/score '0 - 4'
    sed -n 4p samples/frame.jsonl | head -c 100 >>"$tmp/match/journal.jsonl" # half a line is no line
    sleep 0.2
    says /api/text/score '0 - 4'
    stop show
    [ ! -s "$tmp/show.err" ]
}

journal_that_comes_later_is_waited_for() {
    mkdir "$tmp/match"
    start show show "$tmp/match" --port 0
    says /api/state '"match":null'
    cp samples/frame.jsonl "$tmp/match/journal.jsonl"
    says /api/text/score '30 - 21'
    stop show
}

act_goes_into_the_journal() {
    a_match 13
    start show show "$tmp/match" --port 0
    request POST /api/act '{"act":"set","state":{"scores":{"A":50,"B":60}}}'
    grep -q 'HTTP/1.1 200' "$tmp/answer"
    says /api/text/score '50 - 60'
    grep -q '"act":"set"' "$tmp/match/journal.jsonl"
    request POST /api/act '{"act":"undo","of":400}'
    grep -q 'HTTP/1.1 422' "$tmp/answer"
    stop show
    exits 0 "$program" replay "$tmp/match"
}

copy_can_be_looked_at_only() {
    cp samples/frame.jsonl "$tmp/copy.jsonl"
    start show show "$tmp/copy.jsonl" --port 0
    request POST /api/act '{"act":"new_frame"}'
    grep -q 'HTTP/1.1 409' "$tmp/answer"
    cmp samples/frame.jsonl "$tmp/copy.jsonl"
    stop show
}

referee_serves_its_own_match() {
    start referee referee - --game snooker --players Ann,Bo --match "$tmp/match" --web 0 --plain
    says /api/state '"players":\["Ann","Bo"\]'
    request POST /api/act '{"act":"set","state":{"scores":{"A":50,"B":60}}}'
    grep -q 'HTTP/1.1 200' "$tmp/answer"
    says /api/text/score '50 - 60'
    grep -q '"act":"set"' "$tmp/match/journal.jsonl"
    start show show "$tmp/match" --port 0
    says /api/text/score '50 - 60'
    request POST /api/act '{"act":"new_frame"}'
    grep -q 'HTTP/1.1 409' "$tmp/answer"
    grep -q 'A referee is keeping this match' "$tmp/answer"
    stop show
    stop referee
}

run_cases state_is_printed_once wrong_usage_is_told taken_port_is_told growing_journal_is_followed \
    journal_that_comes_later_is_waited_for act_goes_into_the_journal copy_can_be_looked_at_only \
    referee_serves_its_own_match
