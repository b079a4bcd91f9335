#!/bin/bash
# Proves that includes point one way (docs/design.md, "Folders"), and that both guards against a wrong one can fail:
# this scan, and the build itself, which gives no folder the include path of a folder it must not see.
# Usage: test_layers.sh, in the checkout.
. tests/cases.sh

# folder: the folders it may include besides itself
allowed='
base:
calibration: base
capture: base
vision: base calibration
tracking: base calibration
rules: base
match: base rules
broadcast: base rules match
sim: base calibration
review: base calibration capture rules match
'

# Prints each include in the tree $1 that points the wrong way; fails when there is one, or when nothing was scanned.
scan() {
    cd "$1" && find base calibration capture vision tracking rules match broadcast sim review app \
        \( -name '*.c' -o -name '*.h' -o -name '*.cpp' \) 2>/dev/null | sort | awk -v allowed="$allowed" '
        BEGIN {
            lines = split(allowed, line, "\n")
            for (i = 1; i <= lines; i++) {
                words = split(line[i], word, /[: ]+/)
                for (j = 1; j <= words; j++) may[word[1], word[j]]
                known[word[1]]
            }
        }
        { files++; file[files] = $0; folder = $0; sub(/\/.*/, "", folder); name = $0; sub(/.*\//, "", name)
          if (name ~ /\.h$/) home[name] = home[name] " " folder }
        function complain(what) { print path ": " what; wrong++ }
        function check(path, folder, header,   i, n, homes) {
            if (header ~ /opencv/ && path != "vision/cvwrap.cpp") complain("OpenCV belongs to vision/cvwrap.cpp")
            if (folder == "rules" && header ~ /^<(time|unistd|fcntl|pthread|threads|sys\/.*)\.h>$/)
                complain("judging is pure: no " header)
            if (header !~ /^"/ || folder == "app") return
            gsub(/"|.*\//, "", header)
            n = split(home[header], homes, " ")
            for (i = 1; i <= n; i++) if (homes[i] == folder) return
            for (i = 1; i <= n; i++) if (!((folder, homes[i]) in may)) complain(folder " must not see " homes[i])
        }
        END {
            for (f = 1; f <= files; f++) {
                path = file[f]; folder = path; sub(/\/.*/, "", folder)
                if (path ~ /\.cpp$/ && path != "vision/cvwrap.cpp") complain("only vision/cvwrap.cpp is C++")
                while ((getline text < path) > 0)
                    if (match(text, /^[ \t]*#[ \t]*include[ \t]+/)) {
                        includes++
                        header = substr(text, RSTART + RLENGTH); sub(/[ \t]*(\/\*.*)?$/, "", header)
                        check(path, folder, header)
                    }
            }
            if (!includes) { print "nothing was scanned"; exit 1 }
            exit wrong > 0
        }'
}

copy_tree() {
    tar -cf - --exclude=./build --exclude=./.git --exclude=./samples --exclude=./node_modules . | tar -xf - -C "$tmp"
}

includes_point_one_way() {
    (scan .)
}

scan_finds_what_is_planted() {
    copy_tree
    mkdir -p "$tmp/rules" "$tmp/vision"
    (scan "$tmp")
    for plant in 'base/err.c:"table.h"' 'rules/planted.c:"table.h"' 'rules/planted.h:<time.h>' 'base/planted.cpp:"err.h"' \
        'calibration/planted.c:<opencv2/core.hpp>' 'calibration/planted.c:"command.h"'; do
        file=$tmp/${plant%%:*}
        cp "$file" "$tmp/kept" 2>/dev/null || rm -f "$tmp/kept"
        echo "#include ${plant#*:}" >>"$file"
        if (scan "$tmp") >"$tmp/found"; then
            echo "not found: $plant" >&2
            return 1
        fi
        grep -q "^${plant%%:*}: " "$tmp/found"
        if [ -e "$tmp/kept" ]; then mv "$tmp/kept" "$file"; else rm "$file"; fi
    done
}

# `builds TARGET`: in the copy, as any checkout would.
builds() {
    ninja -C "$tmp/build" "$1" >"$tmp/said" 2>&1
}

build_refuses_what_is_planted() {
    copy_tree
    cmake -S "$tmp" -B "$tmp/build" -G Ninja >"$tmp/said" || { cat "$tmp/said" >&2; return 1; }
    builds base
    builds headers_base
    echo '#include "table.h"' >>"$tmp/base/err.c"
    refuses builds base
    grep -q 'table.h: No such file' "$tmp/said"
    echo 'struct planted { size_t needs_stddef; };' >"$tmp/base/planted.h"
    refuses builds headers_base
    grep -q 'unknown type name .size_t' "$tmp/said"
}

run_cases includes_point_one_way scan_finds_what_is_planted build_refuses_what_is_planted
