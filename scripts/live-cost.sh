#!/bin/bash
# What does refereeing cost, live? Referees the simulated match before a simulated camera and sums the processor time of
# each thread. wg-capture draws the picture: it stands for the camera and its decoder.
# Usage: live-cost.sh PROGRAM [SECONDS] [WxH@FPS], on a machine with nothing else to do
set -euo pipefail
program=$1 seconds=${2:-60} picture=${3:-1920x1080@60}
tmp=$(mktemp -d)
pid=
finish() {
    [ -z "$pid" ] || kill -TERM "$pid" 2>/dev/null || true
    rm -rf "$tmp"
}
trap finish EXIT
"$program" referee "demo:snooker:1:$picture" --game snooker --players Ann,Bo --match "$tmp/m" --plain \
    </dev/null >"$tmp/out" 2>"$tmp/err" &
pid=$!
for _ in $(seq 600); do [ -s "$tmp/out" ] && break || sleep 0.1; done

ticks() { # "NAME TICKS" of every thread
    for task in /proc/"$pid"/task/*; do
        sed 's/^[0-9]* (\(.*\)) . /\1|/' "$task/stat" 2>/dev/null | awk -F'|' '{split($2, f, " "); gsub(" ", "_", $1); print $1, f[11] + f[12]}'
    done | awk '{sum[$1] += $2} END {for (name in sum) print name, sum[name]}' | sort
}

ticks >"$tmp/before"
sleep "$seconds"
ticks >"$tmp/after"
kill -TERM "$pid"
wait "$pid" || true
pid=
grep 'frames seen' "$tmp/out"
frames=$(grep -o '^[0-9]* frames' "$tmp/out" | cut -d' ' -f1)
echo "share of one core, over $seconds s at $picture:"
join -a 2 -e 0 -o 0,1.2,2.2 "$tmp/before" "$tmp/after" |
    awk -v s="$seconds" -v hz="$(getconf CLK_TCK)" -v frames="$frames" '
    {share = ($3 - $2) / hz / s; printf "  %-16s %5.1f %%\n", $1, 100 * share; if ($1 != "wg-capture") {all += share; spent += $3 / hz}}
    END {printf "refereeing, without what draws the picture: %.1f %% of one core, %.2f ms a frame seen\n", 100 * all, 1000 * spent / frames}'
