#!/bin/bash
# Proves whiteglove report on three short films made here, and that it says so when it was told wrongly.
# Usage: test_report.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh

# film SEED: one stroke, nobody in the picture.
film() {
    timeout 300 "$program" simulate --strokes 1 --seed "$1" --pace 0.3 --fps 25 --no-people --size 1280x720 \
        --out "$tmp/films/f$1.mp4" --truth "$tmp/films/f$1.json" </dev/null >/dev/null
}

films_are_scored_against_their_truth() {
    mkdir "$tmp/films"
    film 1
    film 11
    film 13
    # A truth that is not so must show: here no ball met another one.
    sed -i 's/"type": "ball_ball"/"type": "nothing"/' "$tmp/films/f11.json"
    timeout 300 "$program" report "$tmp/films" --why >"$tmp/report" 2>"$tmp/why" </dev/null
    cat "$tmp/report" "$tmp/why"
    grep -qE '^films +3, not followed 0' "$tmp/report"
    grep -qE '^strokes +3, cut wrongly 0' "$tmp/report"
    grep -qE '^first contact .*wrong 1,' "$tmp/report"
    grep -qE '^  f11: first 0, told' "$tmp/why"
    grep -qE '^pots .*, wrong 0' "$tmp/report"
    grep -qE '^30 frames/s +3 strokes, first wrong 1 ' "$tmp/report"
    grep -qE '^  first contact +[01]\.[0-9]+ ' "$tmp/report"
}

what_cannot_be_scored_is_said() {
    mkdir "$tmp/films"
    exits 2 "$program" report
    exits 1 "$program" report "$tmp/films"
    grep -q 'no film with its truth' "$tmp/err"
    echo text >"$tmp/films/a.mp4"
    echo '{}' >"$tmp/films/a.json"
    exits 1 "$program" report "$tmp/films"
    grep -q 'a.json' "$tmp/err"
    grep -qE '^films +1, not followed 1' "$tmp/out"
}

# A truth without its film; and one that does not say what it is made from, which is no truth to `report`.
film_is_drawn_again_from_its_truth() {
    mkdir "$tmp/truths"
    timeout 60 "$program" simulate --game wpa9 --strokes 1 --seed 3 --pace 0.3 --fps 25 --no-people --size 640x360 \
        --truth "$tmp/truths/f3.json" </dev/null >/dev/null
    timeout 300 "$program" report "$tmp/truths" >"$tmp/report" </dev/null
    cat "$tmp/report"
    grep -qE '^films +1, not followed 0' "$tmp/report"
    grep -qE '^strokes +1, cut wrongly 0' "$tmp/report"
    grep -qE '^first contact .*wrong 0,' "$tmp/report"
    python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); del d["recipe"]; json.dump(d, open(sys.argv[1], "w"))' \
        "$tmp/truths/f3.json"
    exits 1 "$program" report "$tmp/truths"
    grep -q 'no film with its truth' "$tmp/err"
    exits 1 "$program" track "drawn:$tmp/truths/f3.json"
    grep -q 'does not say what its film is made from' "$tmp/err"
}

# A film in which no table is found says nothing about following.
refused_film_is_told_apart() {
    mkdir "$tmp/films"
    film 1
    mkdir "$tmp/black"
    timeout 60 "$program" record 'gst:videotestsrc pattern=black num-buffers=60' --to "$tmp/black" </dev/null
    cp "$tmp"/black/*.mp4 "$tmp/films/f1.mp4"
    exits 1 "$program" report "$tmp/films"
    grep -qE '^films +1, not followed 1: their 1 strokes' "$tmp/out"
    grep -qE '^strokes +0, cut wrongly 0' "$tmp/out"
}

# A brown table seen from a corner: on three sides the edges of the wood agree with each other and fit better than the
# noses. Balls lay 20 to 50 mm off until pockets of both sides had to lie alike.
pockets_tell_noses_from_wood() {
    mkdir "$tmp/brown"
    "$program" simulate --game wpa8 --table pool-8ft --seed 97003 --strokes 1 --pace 0.4 --camera random --look random \
        --size 1280x720 --fps 30 --no-people --out "$tmp/brown/film.mp4" --truth "$tmp/brown/film.json" >/dev/null
    "$program" report "$tmp/brown" >"$tmp/brown.txt"
    grep -qE '^rest position +rms [0-9]\.' "$tmp/brown.txt"
    grep -q '^first contact .*wrong 0' "$tmp/brown.txt"
}

run_cases pockets_tell_noses_from_wood films_are_scored_against_their_truth what_cannot_be_scored_is_said \
    film_is_drawn_again_from_its_truth refused_film_is_told_apart
