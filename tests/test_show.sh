#!/bin/bash
# Proves whiteglove show and the referee's own pages as programs: what is shown is the journal, and whoever keeps the
# match is the only one who changes it.
# Usage: test_show.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh

# Whatever a case that fails leaves running is ended with it.
stop_all() {
    local file
    for file in "$tmp"/*.pid; do
        [ ! -e "$file" ] || kill -9 "$(cat "$file")" 2>/dev/null || true
    done
}

# start NAME COMMAND...: in the background; $port is where it says that it serves.
start() {
    local name=$1
    shift
    trap stop_all EXIT
    mkfifo "$tmp/$name.silent" # standard input that never says anything and never ends
    exec 9<>"$tmp/$name.silent"
    "$program" "$@" <"$tmp/$name.silent" >"$tmp/$name" 2>"$tmp/$name.err" &
    echo $! >"$tmp/$name.pid"
    for _ in $(seq 1200); do
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
    rm -f "$tmp/$1.pid" "$tmp/$1.silent"
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
    for _ in $(seq 600); do
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
    says /api/text/score '0 - 0'
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

new_match_takes_the_place_of_the_old_one() {
    a_match 13
    mkdir "$tmp/match/clips"
    echo film >"$tmp/match/clips/8.mp4"
    start show show "$tmp/match" --port 0
    says /api/clips '\[8\]'
    request POST /api/act '{"act":"new_match","players":["Cas","Dee"],"frames":7,"opener":"Dee","shot_s":30}'
    grep -q 'HTTP/1.1 200' "$tmp/answer"
    says /api/state '"players":\["Cas","Dee"\]'
    says /api/text/frames '^7$'
    says /api/text/striker 'Dee'
    says /api/clips '\[\]'
    request POST /api/act '{"act":"new_match","players":["Cas","Dee"],"after":9}'
    grep -q 'HTTP/1.1 409' "$tmp/answer"
    for wrong in '"players":["Cas"]' '"players":["Cas","Cas"]' '"players":["Cas",""]' '"players":["A","B"],"game":"golf"' \
        '"players":["A","B"],"game":"wpa9"' '"players":["A","B"],"frames":0' '"players":["A","B"],"opener":"C"' \
        '"players":["A","B"],"shot_s":"x"' '"players":"A"'; do
        request POST /api/act "{\"act\":\"new_match\",$wrong}"
        grep -q 'HTTP/1.1 422' "$tmp/answer" || { cat "$tmp/answer" >&2; return 1; }
    done
    stop show
    [ "$(ls "$tmp/match")" = "$(printf 'before-1\nclips\njournal.jsonl')" ]
    [ "$(cat "$tmp/match/before-1/clips/8.mp4")" = film ]
    head -13 samples/frame.jsonl | cmp - "$tmp/match/before-1/journal.jsonl"
    exits 0 "$program" replay "$tmp/match"
    exits 0 "$program" replay "$tmp/match/before-1"
}

first_match_of_an_empty_folder() {
    mkdir "$tmp/match"
    start show show "$tmp/match" --port 0
    says /api/state '"match":null'
    request POST /api/act '{"act":"new_match","game":"wpa9","players":["Cas","Dee"]}'
    grep -q 'HTTP/1.1 200' "$tmp/answer" || { cat "$tmp/answer" >&2; return 1; }
    says /api/state '"players":\["Cas","Dee"\]'
    stop show
    [ "$(ls "$tmp/match")" = journal.jsonl ]
}

referee_goes_on_with_a_new_match() {
    start referee referee - --game snooker --players Ann,Bo --match "$tmp/match" --web 0 --plain
    local own=$port
    says /api/state '"players":\["Ann","Bo"\]'
    request POST /api/act '{"act":"set","state":{"scores":{"A":50,"B":60}}}'
    says /api/text/score '50 - 60'
    start show show "$tmp/match" --port 0
    request POST /api/act '{"act":"new_match","players":["Cas","Dee"]}'
    grep -q 'HTTP/1.1 409' "$tmp/answer" # the referee keeps it
    stop show
    port=$own
    request POST /api/act '{"act":"new_match","game":"sixred","players":["Cas","Dee"]}'
    grep -q 'HTTP/1.1 200' "$tmp/answer"
    says /api/state '"players":\["Cas","Dee"\]'
    says /api/text/score '0 - 0'
    request POST /api/act '{"act":"set","state":{"scores":{"A":3,"B":4}}}'
    says /api/text/score '3 - 4'
    stop referee
    exits 0 "$program" replay "$tmp/match"
    grep -q '"A":50' "$tmp/match/before-1/journal.jsonl"
    refuses grep -q '"A":50' "$tmp/match/journal.jsonl"
}

# reads FILE TEXT: that is what the file says, soon.
reads() {
    for _ in $(seq 600); do
        [ "$(cat "$1" 2>/dev/null)" != "$2" ] || return 0
        sleep 0.05
    done
    echo "$1 says '$(cat "$1")', not '$2'" >&2
    return 1
}

fields_are_text_files() {
    a_match 13
    start show show "$tmp/match" --port 0 --texts "$tmp/texts"
    reads "$tmp/texts/score.txt" '4 - 4'
    reads "$tmp/texts/name_a.txt" 'Ann Visser'
    sed -n 14,15p samples/frame.jsonl >>"$tmp/match/journal.jsonl"
    reads "$tmp/texts/score.txt" '5 - 4'
    reads "$tmp/texts/why_nl.txt" 'geldig, gescoord'
    stop show
    [ -z "$(find "$tmp/texts" -name '.*.new')" ]
    start referee referee - --game snooker --players Cas,Dee --match "$tmp/other" --web 0 --plain --texts "$tmp/texts"
    reads "$tmp/texts/name_a.txt" Cas
    stop referee
    touch "$tmp/file"
    exits 1 "$program" show "$tmp/match" --port 0 --texts "$tmp/file/x"
    grep -q '^whiteglove: ' "$tmp/err"
}

# The shot clock of a match that a referee keeps goes on here too; that of a match that nobody keeps stands still.
clocks_are_shown() {
    start referee referee - --game sixred --players Ann,Bo --match "$tmp/match" --web 0 --plain --shot-clock 3600
    head -2 samples/sixred.jsonl >"$tmp/referee.silent"
    says /api/state '"shot_limit":3600'
    start show show "$tmp/match" --port 0
    says /api/state '"runs":true'
    says /api/state '"shot_left":35[0-9][0-9]'
    stop referee
    says /api/state '"runs":false'
    stop show
}

stream_is_written_and_wrong_ones_are_told() {
    exits 0 timeout 200 "$program" referee samples/stroke.mp4 --game snooker --players Ann,Bo --match "$tmp/match" --plain \
        --stream "$tmp/out.mkv" --stream-look 'lang=nl&theme=club' --stream-height 360 </dev/null
    [ "$(stat -c %s "$tmp/out.mkv")" -gt 50000 ]
    [ ! -e "$tmp/out.mkv.part" ]
    for wrong in '--stream http://x/' '--stream x.avi' '--stream x.mkv --stream-look theme=pink' '--stream x.mkv --stream-rate 1'; do
        # shellcheck disable=SC2086
        exits 1 timeout 100 "$program" referee samples/stroke.mp4 --game snooker --players Ann,Bo --match "$tmp/m2" --plain $wrong </dev/null
        grep -q '^whiteglove: --stream: ' "$tmp/err"
    done
    exits 1 timeout 100 "$program" referee samples/sixred.jsonl --game sixred --players Ann,Bo --match "$tmp/m3" --plain \
        --stream "$tmp/x.mkv" </dev/null
    grep -q 'no pictures' "$tmp/err"
}

run_cases state_is_printed_once wrong_usage_is_told taken_port_is_told growing_journal_is_followed \
    journal_that_comes_later_is_waited_for act_goes_into_the_journal copy_can_be_looked_at_only \
    referee_serves_its_own_match new_match_takes_the_place_of_the_old_one first_match_of_an_empty_folder \
    referee_goes_on_with_a_new_match fields_are_text_files clocks_are_shown stream_is_written_and_wrong_ones_are_told
