#!/bin/bash
# Proves what whiteglove simulate promises: frames that the rules accept, the same bytes for the same seed, whole files
# or none.
# Usage: test_simulate.sh PROGRAM, in the checkout.
program=$1
. tests/cases.sh

# The summary line of a whole frame: strokes, and what the rules say.
a_frame_of_sixty_strokes_ends_with_a_legal_score() {
    local most=0 line strokes
    for seed in 2 3 4 5 6 7; do
        line=$("$program" simulate --game snooker --seed $seed --frame --fps 2 --truth "$tmp/frame.json")
        echo "$line"
        [[ $line =~ by\ the\ rules\ [0-9]+:[0-9]+,\ frame\ over,\ 0\ strokes\ disputed ]]
        strokes=${line%% *}
        [ "$strokes" -gt "$most" ] && most=$strokes
        [ "$most" -lt 60 ] || break
    done
    [ "$most" -ge 60 ]
    grep -q '"frame_over": true' "$tmp/frame.json"
}

# Two who were written apart: what players know of their game, and the rules.
players_and_rules_agree_in_every_game() {
    local line
    for game in snooker sixred snooker4 shootout billiards billiards4 wpa9 wpa8 wpa141 wpabb cspl8; do
        for seed in 11 12 1701; do # 1701: billiards, both object balls in baulk
            line=$("$program" simulate --game $game --seed $seed --frame --fps 2 --truth "$tmp/frame.json")
            [[ $line =~ frame\ over,\ 0\ strokes\ disputed ]] || { echo "$game, seed $seed: $line" >&2; return 1; }
        done
    done
}

# Clumsy players: every breach a camera can see, and every choice the books give, judged as the players think. $1: games,
# $2: share of strokes that go wrong. The words found go to $tmp/words.
clumsy_frames() {
    local line
    for game in $1; do
        for seed in 21 24; do
            line=$("$program" simulate --game $game --seed $seed --frame --fps 2 --fouls $2 --truth "$tmp/frame.json")
            [[ $line =~ frame\ over,\ 0\ strokes\ disputed ]] || { echo "$game, seed $seed: $line" >&2; return 1; }
            grep -oE '"(ball_touched|ball_moving|wrong_cue_ball|in_hand_improper|double_hit|offender_original|free_ball)"$' \
                "$tmp/frame.json" >>"$tmp/words" || true
            grep -oE '"(decision|intent)": "[a-z_-]+"|"push_out": true|"(removed|disturbed)"' "$tmp/frame.json" >>"$tmp/words"
        done
    done
}

breaches_and_choices_are_in_the_truth_and_judged_so() {
    clumsy_frames "snooker sixred snooker4 shootout billiards wpa9 wpa8 wpabb cspl8" 0.35
    clumsy_frames wpa141 0.1 # fouls cost points there: many would never end
    for word in '"ball_touched"' '"ball_moving"' '"wrong_cue_ball"' '"in_hand_improper"' '"double_hit"' '"removed"' \
        '"disturbed"' '"decision": "offender_original"' '"push_out": true' \
        '"decision": "self_shoots"' '"intent": "jump"' '"intent": "off-table"' '"intent": "in-off"' '"intent": "miss"' \
        '"intent": "wrong-ball"' '"intent": "escape"'; do
        grep -q -- "$word" "$tmp/words" || { echo "never happened: $word" >&2; return 1; }
    done
}

# In play, not staged: a foul leaves a snooker, the next player names a colour, the rules had offered it.
free_balls_happen_in_play_and_are_taken() {
    local line
    line=$("$program" simulate --game snooker --seed 3 --frame --fps 2 --fouls 0.35 --truth "$tmp/frame.json")
    [[ $line =~ frame\ over,\ 0\ strokes\ disputed ]]
    grep -q '"call": "Foul.*FREE BALL"' "$tmp/frame.json"
    grep -q '"decision": "free_ball"' "$tmp/frame.json"
    grep -qE '"free_ball": "(yellow|green|brown|blue|pink|black)"' "$tmp/frame.json"
}

the_same_seed_gives_the_same_bytes() {
    for n in 1 2; do
        "$program" simulate --game wpa8 --seed 4 --strokes 2 --size 320x180 --look random --camera random --threads $n \
            --truth "$tmp/truth$n.json" --png "$tmp/picture$n.png" --at 4 >/dev/null
    done
    cmp "$tmp/truth1.json" "$tmp/truth2.json"
    cmp "$tmp/picture1.png" "$tmp/picture2.png"
    "$program" simulate --game wpa8 --seed 5 --strokes 2 --size 320x180 --truth "$tmp/truth3.json" >/dev/null
    refuses cmp -s "$tmp/truth1.json" "$tmp/truth3.json"
}

a_film_is_written_whole_and_can_be_read() {
    local frames
    frames=$("$program" simulate --seed 3 --strokes 1 --size 320x180 --pace 0.3 --out "$tmp/film.mp4" \
        --truth "$tmp/film.json" | sed 's/.*strokes, \([0-9]*\) frames.*/\1/')
    [ "$frames" -gt 60 ]
    grep -q "\"n_frames\": $frames" "$tmp/film.json"
    "$program" preview "$tmp/film.mp4" --at "$(((frames - 2) / 30))" | grep -q 320x180
}

a_room_is_drawn_again_from_its_truth() {
    "$program" simulate --seed 5 --look random --camera random --size 320x180 --strokes 1 --at 1 --png "$tmp/a.png" \
        --truth "$tmp/a.json" >/dev/null
    "$program" simulate --seed 5 --look "$tmp/a.json" --camera "$tmp/a.json" --strokes 1 --truth "$tmp/b.json" >/dev/null
    for key in cloth lamps sensor gamma noise_read C_world_mm; do # the same room and the same camera
        diff <(grep -A4 "\"$key\"" "$tmp/a.json") <(grep -A4 "\"$key\"" "$tmp/b.json") >&2
    done
    echo '{"look": {"cloth": "red"}}' >"$tmp/bad.json"
    exits 1 "$program" simulate --look "$tmp/bad.json" --truth "$tmp/none.json"
    exits 1 "$program" simulate --look "$tmp/absent.json" --truth "$tmp/none.json"
}

a_camera_file_is_obeyed() {
    "$program" simulate --seed 3 --strokes 1 --camera docs/stills/pack.json --truth "$tmp/pack.json" >/dev/null
    grep -q '"fx": 2600' "$tmp/pack.json"
    echo '{"camera": {"fx": "wide"' >"$tmp/bad.json"
    exits 1 "$program" simulate --camera "$tmp/bad.json" --truth "$tmp/none.json"
    exits 1 "$program" simulate --camera "$tmp/absent.json" --truth "$tmp/none.json"
    [ ! -e "$tmp/none.json" ]
}

players_take_turns_to_begin() {
    "$program" simulate --game wpa9 --seed 101 --strokes 14 --truth "$tmp/turns.json" >/dev/null
    tr -d ' \n' <"$tmp/turns.json" | grep -oE '"frame":[0-9]+,"n":1,"player":[0-9]' |
        diff - <(printf '"frame":%s,"n":1,"player":%s\n' 1 1 2 2)
}

interrupted_it_leaves_nothing_behind() {
    mkdir "$tmp/job"
    "$program" simulate --frame --size 640x360 --out "$tmp/job/film.mp4" --truth "$tmp/job/film.json" &
    local pid=$! status=0 waited=0
    until compgen -G "$tmp/job/film.mp4.part-*" >/dev/null || [ $((waited += 1)) -gt 300 ]; do sleep 0.1; done
    kill -TERM $pid
    wait $pid || status=$?
    [ $status -eq 1 ]
    [ -z "$(ls -A "$tmp/job")" ]
}

wrong_usage_is_told() {
    exits 2 "$program" simulate
    exits 2 "$program" simulate --game chess --truth -
    exits 2 "$program" simulate --table kitchen --truth -
    exits 2 "$program" simulate --size big --truth -
    exits 2 "$program" simulate --strokes 0 --truth -
    exits 2 "$program" simulate --fouls 2 --truth -
    exits 1 "$program" simulate --strokes 1 --truth /nowhere/truth.json
    exits 1 "$program" simulate --strokes 1 --size 64x64 --out /nowhere/film.mp4
}

run_cases a_frame_of_sixty_strokes_ends_with_a_legal_score players_and_rules_agree_in_every_game \
    breaches_and_choices_are_in_the_truth_and_judged_so free_balls_happen_in_play_and_are_taken \
    a_room_is_drawn_again_from_its_truth the_same_seed_gives_the_same_bytes \
    a_film_is_written_whole_and_can_be_read a_camera_file_is_obeyed interrupted_it_leaves_nothing_behind \
    players_take_turns_to_begin wrong_usage_is_told
