#!/bin/bash
# Proves the referee as a program: whole frames of every game, taking up after kill -9, acts, voice, service manager.
# Usage: test_referee.sh PROGRAM [KILLS], in the checkout.
program=$1 kills=${2:-20}
. tests/cases.sh
sample=samples/sixred.jsonl

referee() {
    "$program" referee "$@" </dev/null
}

sample_run() {
    referee "$sample" --game sixred --players Ann,Bo --match "$1" --deterministic
}

# Players of the simulated match count points by themselves; the frame ends by the rules, and nothing had to be asked.
every_game_is_refereed_to_its_end() {
    for game in snooker sixred snooker4 shootout billiards billiards4 wpa9 wpa8 wpa141 wpabb cspl8; do
        players=Ann,Bo
        case $game in snooker4 | billiards4) players=Ann,Bo,Cy,Di ;; esac
        referee truth --game $game --players $players --match "$tmp/$game" --deterministic >"$tmp/out"
        tail -1 "$tmp/out" | grep -q '^match over: .*(1) - (0)\|^match over: .*(0) - (1)'
        refuses grep -q ASK "$tmp/out"
        "$program" replay "$tmp/$game" | grep -q ' 0 rulings that differ'
    done
}

# Spots, baulk and cushions are where the table has them, not where the usual table of the game does.
another_table_has_its_own_spots() {
    for game in snooker billiards; do
        referee truth --game $game --table snooker-6ft --players Ann,Bo --match "$tmp/$game-6ft" --deterministic >"$tmp/out"
        refuses grep -q ASK "$tmp/out"
    done
    grep -q '"ball":"pink","spot":"pink","pos":\[470.25,0.0\]' "$tmp/snooker-6ft/journal.jsonl"
    referee truth --game snooker --players Ann,Bo --match "$tmp/usual" --deterministic --strokes 1 >"$tmp/out"
    [ -s "$tmp/usual/journal.jsonl" ]
    refuses grep -q '"table"' "$tmp/usual/journal.jsonl"
}

the_same_lines_give_the_same_bytes() {
    sample_run "$tmp/a" >"$tmp/out-a"
    sample_run "$tmp/b" >"$tmp/out-b"
    cmp "$tmp/out-a" "$tmp/out-b"
    cmp "$tmp/a/journal.jsonl" "$tmp/b/journal.jsonl"
    referee "$sample" --game sixred --players Ann,Bo --match "$tmp/c" >"$tmp/out-c" # with threads
    cmp "$tmp/a/journal.jsonl" "$tmp/c/journal.jsonl"
    cmp "$tmp/out-a" "$tmp/out-c"
}

# Killed at random moments, now and then with half a line at the end of the journal; a finished match starts anew. In the
# end the journal is what it would have been, and nothing was said that is not in it.
nothing_said_is_lost_and_nothing_counts_twice_after_kill_9() {
    local killed=0 finished=0 status after
    local start=${EPOCHREALTIME/./}
    sample_run "$tmp/whole" >"$tmp/whole.out"
    local lasts=$(((${EPOCHREALTIME/./} - start) / 1000)) # ms
    while [ $killed -lt "$kills" ] || [ $finished -lt 1 ]; do
        status=0
        after=$(printf '0.%03d' $((RANDOM % (lasts < 900 ? lasts : 900) + 10)))
        [ $killed -lt "$kills" ] || after=300 # killed often enough: let it finish
        { timeout -s KILL "$after" "$program" referee "$sample" --game sixred --players Ann,Bo --match "$tmp/m" </dev/null >>"$tmp/said" 2>>"$tmp/err"; } 2>/dev/null || status=$?
        [ $status -eq 0 ] || [ $status -eq 137 ] || { tail -2 "$tmp/err" >&2; return 1; }
        if [ $status -eq 137 ]; then
            killed=$((killed + 1))
            echo >>"$tmp/said" # what was being written then may have been cut short
            if [ $((RANDOM % 4)) -eq 0 ] && [ -s "$tmp/m/journal.jsonl" ]; then
                printf '{"type":"stroke","t":12' >>"$tmp/m/journal.jsonl"
            fi
        else
            finished=$((finished + 1))
            cmp "$tmp/whole/journal.jsonl" "$tmp/m/journal.jsonl"
            rm -r "$tmp/m"
        fi
        [ $killed -lt 2000 ]
    done
    echo "killed $killed times, finished $finished times"
    # Whole lines that were said, but for the one that was cut short at a kill, are lines of the match.
    sed 's/^again: //' "$tmp/said" | grep '^#' | sort -u >"$tmp/lines"
    grep '^#' "$tmp/whole.out" | sort -u >"$tmp/right"
    while read -r line; do
        grep -qxF -- "$line" "$tmp/right" || grep -qF -- "$line" "$tmp/right" || {
            echo "said but not in the match: $line" >&2
            return 1
        }
    done <"$tmp/lines"
    [ "$(comm -12 "$tmp/lines" "$tmp/right" | wc -l)" -gt 5 ]
}

acts_are_typed_while_the_match_runs() {
    mkfifo "$tmp/keys"
    sleep 60 >"$tmp/keys" & # keeps it open
    local holder=$!
    "$program" referee truth --game snooker --players Ann,Bo --match "$tmp/m" <"$tmp/keys" >"$tmp/out" 2>"$tmp/err" &
    local pid=$!
    for _ in $(seq 100); do [ -s "$tmp/out" ] && break || sleep 0.1; done
    printf 'set {"scores":{"A":12,"B":7}}\ndance\nconcede Bo\n' >"$tmp/keys"
    for _ in $(seq 100); do grep -q 'frame over' "$tmp/out" && break || sleep 0.1; done
    kill -TERM $pid || true
    wait $pid
    kill $holder
    grep -q '12-7 .*frame over, won by Ann' "$tmp/out"
    grep -q 'there is no act dance' "$tmp/err"
    "$program" replay "$tmp/m" | grep -q 'Ann 12 (1) - (0) 7 Bo'
}

# A voice that is absent, dies at once or never reads: the same calls, and it is said once.
a_voice_never_holds_up_a_call() {
    sample_run "$tmp/quiet" >"$tmp/quiet.out"
    printf '#!/bin/sh\nexec sleep 1000\n' >"$tmp/hangs"
    printf '#!/bin/sh\nexit 0\n' >"$tmp/dies"
    printf '#!/bin/sh\nexec cat >"%s/heard"\n' "$tmp" >"$tmp/speaks"
    chmod +x "$tmp/hangs" "$tmp/dies" "$tmp/speaks"
    for voice in absent hangs dies speaks; do
        [ $voice = absent ] && path=/no/such/program || path=$tmp/$voice
        timeout 20 "$program" referee "$sample" --game sixred --players Ann,Bo --match "$tmp/$voice.m" --voice en \
            --voice-program "$path" --deterministic </dev/null >"$tmp/$voice.out" 2>"$tmp/$voice.err"
        cmp "$tmp/quiet.out" "$tmp/$voice.out"
    done
    [ "$(grep -c 'not installed' "$tmp/absent.err")" -eq 1 ]
    [ "$(wc -l <"$tmp/dies.err")" -le 1 ]
    grep -q '^Foul, ' "$tmp/heard"
    grep -qx 'one' "$tmp/heard"
}

# A folder of words: whole phrases before single words, and no call with a word missing.
calls_are_put_together_from_recorded_words() {
    mkdir "$tmp/words"
    for word in foul four five six seven one two three foul-four; do touch "$tmp/words/$word.wav"; done
    printf '#!/bin/sh\nbasename "$1" >>"%s/played"\n' "$tmp" >"$tmp/player"
    chmod +x "$tmp/player"
    timeout 60 "$program" referee "$sample" --game sixred --players Ann,Bo --match "$tmp/m" --voice en \
        --voice-words "$tmp/words" --voice-program "$tmp/player" --deterministic </dev/null >"$tmp/out" 2>"$tmp/err"
    grep -qx one.wav "$tmp/played"
    grep -qx foul-four.wav "$tmp/played"
    refuses grep -qx foul.wav "$tmp/played" # the phrase is there
    grep -q 'is missing; calls with that word are not spoken' "$tmp/err"
    [ "$(grep -c 'is missing' "$tmp/err")" -eq 1 ]
}

the_service_manager_is_told() {
    command -v python3 >/dev/null || return 0
    python3 - "$tmp/socket" >"$tmp/told" <<'P' &
import socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
s.settimeout(30)
while True:
    m = s.recv(4096).decode()
    print(m, flush=True)
    if m == "STOPPING=1":
        break
P
    local listener=$!
    for _ in $(seq 100); do [ -S "$tmp/socket" ] && break || sleep 0.1; done
    NOTIFY_SOCKET=$tmp/socket WATCHDOG_USEC=300000 referee "$sample" --game sixred --players Ann,Bo \
        --match "$tmp/m" >/dev/null
    wait $listener
    head -1 "$tmp/told" | grep -qx READY=1
    grep -qx WATCHDOG=1 "$tmp/told"
    grep -q '^STATUS=Ann .* Bo' "$tmp/told"
}

a_match_in_use_is_not_taken_twice() {
    mkfifo "$tmp/lines"
    sleep 60 >"$tmp/lines" &
    local holder=$!
    "$program" referee - --game snooker --match "$tmp/m" <"$tmp/lines" >"$tmp/first" &
    local pid=$!
    for _ in $(seq 100); do [ -s "$tmp/first" ] && break || sleep 0.1; done
    exits 1 "$program" referee "$sample" --game snooker --match "$tmp/m"
    grep -q 'Another referee keeps this match' "$tmp/err"
    kill -TERM $pid
    wait $pid
    kill $holder
}

wrong_usage_is_said() {
    for wrong in '' 'truth' 'truth --game chess' 'truth --game snooker --players A' 'truth --game snooker --frames 0' \
        'truth --game snooker --policy SNK=shout' 'truth --game snooker --voice fr' \
        'truth --game snooker --passive --practice'; do
        # shellcheck disable=SC2086
        exits 2 "$program" referee $wrong
    done
    exits 1 "$program" referee "$tmp/absent.jsonl" --game snooker --match "$tmp/m"
    printf '{"type":"position"}\n{"type":\n' >"$tmp/broken.jsonl"
    exits 1 "$program" referee "$tmp/broken.jsonl" --game snooker --match "$tmp/m"
    grep -q 'line 2' "$tmp/err"
    exits 1 "$program" referee "$(dirname "$sample")/match.jsonl" --game snooker --match "$tmp/journal-as-source"
    refuses grep -q '"type":"ruling"' "$tmp/journal-as-source/journal.jsonl"
}

passive_and_practice_do_as_they_say() {
    referee "$sample" --game sixred --players Ann,Bo --match "$tmp/p" --passive --deterministic >/dev/null
    refuses grep -q '"verdict":"call"' "$tmp/p/journal.jsonl"
    grep -q '"verdict":"log"' "$tmp/p/journal.jsonl"
    referee "$sample" --game sixred --players Ann --match "$tmp/q" --practice --deterministic >"$tmp/out"
    grep -q 'Ann (2)' "$tmp/out"
}

run_cases every_game_is_refereed_to_its_end another_table_has_its_own_spots the_same_lines_give_the_same_bytes \
    nothing_said_is_lost_and_nothing_counts_twice_after_kill_9 acts_are_typed_while_the_match_runs \
    a_voice_never_holds_up_a_call calls_are_put_together_from_recorded_words the_service_manager_is_told a_match_in_use_is_not_taken_twice wrong_usage_is_said \
    passive_and_practice_do_as_they_say
