#!/bin/bash
# Does memory grow? Referees a day of simulated snooker, stroke by stroke without pictures and as fast as it can be
# judged, and prints the resident memory as the match goes on. Exit 1 when the second half needs much more than the first.
# Usage: day-memory.sh PROGRAM [HOURS]
set -euo pipefail
program=$1 hours=${2:-18}
tmp=$(mktemp -d)
pid=
finish() {
    [ -z "$pid" ] || kill -TERM "$pid" 2>/dev/null || true
    rm -rf "$tmp"
}
trap finish EXIT
"$program" referee truth --game snooker --players Ann,Bo --frames 99 --match "$tmp/m" --deterministic --plain \
    </dev/null >"$tmp/out" 2>&1 &
pid=$!
played() { # hours of the match so far
    tail -c 20000 "$tmp/m/journal.jsonl" 2>/dev/null | { grep -o '"type":"stroke","t":[0-9.]*' || true; } | tail -1 |
        awk -F: '{print $3 / 3600}'
}
next=0 half=
while kill -0 "$pid" 2>/dev/null; do
    now=$(played || true)
    now=${now:-0}
    memory=$(awk '/^VmRSS/ {print $2}' "/proc/$pid/status" 2>/dev/null || true)
    [ -n "$memory" ] || break
    if awk "BEGIN {exit !($now >= $next)}"; then
        printf '%5.1f h  %6d kB  journal %8d kB\n' "$now" "$memory" "$(($(stat -c %s "$tmp/m/journal.jsonl" 2>/dev/null || echo 0) / 1024))"
        next=$(awk "BEGIN {print $now + $hours / 12}")
    fi
    if [ -z "$half" ] && awk "BEGIN {exit !($now >= $hours / 2)}"; then half=$memory; fi
    last=$memory
    awk "BEGIN {exit !($now < $hours)}" || break
    sleep 0.2
done
kill -TERM "$pid" 2>/dev/null || true
wait "$pid" || true
pid=
[ -n "$half" ] || half=$last
echo "half way $half kB, in the end $last kB"
[ "$last" -lt $((half + 16384)) ]
