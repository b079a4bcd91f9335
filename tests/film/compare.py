#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""compare.py: is a refereed film ruled as its truth says?

Usage: compare.py PROGRAM GAME LINES.jsonl TRUTH.json WORK_FOLDER [unattended]

LINES are what `whiteglove referee FILM --lines` kept, TRUTH is what `whiteglove simulate --truth` wrote of the same film.
What people say in a match is entered as they would say it: shots where the game calls them, a nomination where the ball
that was meant was not the one that was hit. A question (ASK) is answered with the ruling that the truth gives, if it was
offered. Prints a line a stroke and a summary:

  right     called, and as the truth has it
  asked     a question, and the right ruling was among those offered
  unoffered a question, but the right ruling was not offered
  WRONG     called with certainty, and not as the truth has it
  MISSED    a stroke that nobody called;   EXTRA  a call without a stroke

After one of the last four an official puts it right: the stroke is entered as the truth has it (or taken back), and the
film goes on. Before that, the stroke after a missed one is looked at as it was judged without it: when it was called and
not as the truth has it, that is WRONG too; a referee who notices that something is amiss asks.

With `unattended` nobody answers, says or puts right anything: what stands in the end is compared, and

  open      a question whose likeliest ruling is not the right one

Exit 0 when nothing is WRONG, MISSED, EXTRA or unoffered.
"""
import json
import math
import os
import shutil
import subprocess
import sys

CALLED_GAMES = ("wpa8", "wpa141")
NAMES = ("Ann", "Bo", "Cy", "Di")
SAME_TIME_S = 1.5
SAME_PLACE_MM = 0.5  # of the truth told twice
FLAGS = ("double_hit",)  # an official sees it, no camera does
ROUNDS_MAX = 400


def truth_ball(name):
    """red_03 -> red (reds are alike: the film numbers them in its own way); pool's numbers stay."""
    if name is None:
        return None
    head = name.replace("_", "-").split("-")[0]
    return head if head in ("red", "yellow") and head != name else name


class Film:
    def __init__(self, program, game, lines, truth, work):
        self.program, self.game, self.work = program, game, work
        self.path = lines
        self.lines = [json.loads(text) for text in open(lines)]
        self.truth = json.load(open(truth))
        self.strokes = [s for s in self.truth["strokes"] if s.get("ruling")]
        self.players = "Ann,Bo,Cy,Di" if game in ("snooker4", "billiards4") else "Ann,Bo"
        self.acts = {}  # stroke line -> act lines after it
        self.before = {}  # stroke line -> act lines before it
        self.flags = {}  # stroke line -> what an official enters after it
        self.entered = {}  # stroke line -> strokes nobody saw, entered after it
        self.attended = True  # somebody answers each question when it is asked
        self.known = None  # n of a stroke -> its line as the truth has it
        self.runs = 0

    def seen(self):
        """(index of its line, stroke line) of every stroke in the film, as far as the truth goes."""
        end = self.strokes[-1]["t_rest"] + 1
        return [(i, line) for i, line in enumerate(self.lines) if line.get("t0", end) < end]

    def mark_falls(self):
        """Balls that fell while nobody was seen to play are asked at a frame: it stands for a stroke, at the fall."""
        asked = {entry["t"]: entry["stroke"]["t0"] for entry, _, _ in self.judge()
                 if entry.get("stroke", {}).get("event") == "between"}
        for line in self.lines:
            if line["type"] == "frame" and line["t"] in asked:
                line["t0"] = asked[line["t"]]

    def judge(self):
        """Judges all lines with the acts entered so far: [(stroke, ruling, verdict)] in order."""
        self.runs += 1
        folder = os.path.join(self.work, "judged")
        path = os.path.join(self.work, "judged.jsonl")
        shutil.rmtree(folder, ignore_errors=True)
        with open(path, "w") as out:
            for i, line in [(-1, None)] + list(enumerate(self.lines)):
                around = [self.before.get(i, []), [line] if line else [], self.flags.get(i, []), self.acts.get(i, []),
                          self.entered.get(i, [])]
                for each in sum(around, []):
                    out.write(json.dumps(each) + "\n")
        done = subprocess.run([self.program, "referee", path, "--game", self.game, "--players", self.players, "--match",
                               folder, "--deterministic", "--frames", "9"] + self.setting(), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=300)
        if done.returncode:
            sys.exit("referee: " + done.stderr)
        return self.rulings(os.path.join(folder, "journal.jsonl"))

    def truth_line(self, stroke):
        """The stroke as a line with exact facts, in the time and the names of the film; None when it cannot be had."""
        if self.known is None:
            self.known = self.play_again()
        line, position = self.known.get((stroke["frame"], stroke["n"]), (None, None))
        if line is None or not same_rest(line, stroke):
            return None
        line = rename(dict(line, position=position), self.names_at(stroke, position))
        later = stroke["t_stroke"] - line["t0"]
        return dict(line, t0=line["t0"] + later, t1=line["t1"] + later)

    def play_again(self):
        """The match of this truth without a camera: (rack, n) -> stroke line and the position before it."""
        path, folder = os.path.join(self.work, "truth.jsonl"), os.path.join(self.work, "truth")
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run([self.program, "referee", "truth", "--game", self.game, "--seed", str(self.truth["seed"]),
                        "--players", self.players, "--match", folder, "--deterministic", "--frames", "9", "--lines", path,
                        "--strokes", str(len(self.truth["strokes"]))] + self.setting(), stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=False)
        known, position, rack, last = {}, None, 1, 0
        for line in map(json.loads, open(path)):
            if line["type"] == "position":
                position = {b["id"]: [b["x"], b["y"]] for b in line["balls"]}
            if line["type"] == "stroke":
                rack += line["n"] <= last
                last = line["n"]
                known[(rack, last)] = (line, position)
        return known

    def names_at(self, stroke, position):
        """Balls that look alike are numbered by the film in its own way: by their places before the stroke."""
        before = [line for line in self.lines if line["type"] == "position" and line["t"] < stroke["t_stroke"] + 0.5]
        seen = {b["id"]: (b["x"], b["y"]) for b in before[-1]["balls"]} if before else {}
        names = {}
        for ball in sorted(position):
            kind = ball.split("-")[0]
            alike = [b for b in seen if b.split("-")[0] == kind and b not in names.values()]
            if "-" in ball and alike:
                names[ball] = min(alike, key=lambda b: math.dist(seen[b], position[ball]))
        return names

    def setting(self):
        """The table, and the points that win: as the truth says, or as the match beside the lines was set up."""
        target, journal = self.truth.get("target"), self.path[:-len(".jsonl")] + ".match/journal.jsonl"
        if not target and os.path.exists(journal):
            target = json.loads(open(journal).readline()).get("options", {}).get("target")
        return ["--table", self.truth["table"]["kind"]] + (["--target", str(target)] if target else [])

    def rulings(self, journal):
        entries, result = [None], {}
        for text in open(journal):
            line = json.loads(text)
            if line["type"] in ("match", "stroke", "act", "clock"):
                entries.append(line)
            elif line["type"] == "ruling" and entries[line["of"]]["type"] == "stroke":
                first = result.get(line["of"])
                if first and self.attended and entries[-1].get("inferred"):
                    continue  # what is played later answers it; who is there has answered before
                # a correction has the ruling that stands; it was asked if it was when it was first ruled, or is now
                verdict = first[2] if first and line["verdict"] != "ask" else line["verdict"]
                result[line["of"]] = (entries[line["of"]], line, verdict)
            elif line["type"] == "refused":
                result[("refused", len(entries), len(result))] = (line["seen"], line, "refused")
        return list(result.values())


def rename(value, names):
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [rename(one, names) for one in value]
    if isinstance(value, dict):
        return {names.get(key, key): rename(one, names) for key, one in value.items()}
    return value


def same_rest(line, stroke):
    """Is it the same stroke? The cue-ball, or any ball of billiards, has come to rest at the same place."""
    own, other = line["balls_at_rest"], {("cue" if k == "white" else k): v for k, v in stroke["rest"].items() if v}
    shared = [ball for ball in own if ball in other]
    return all(math.dist(own[ball], other[ball]) < SAME_PLACE_MM for ball in shared)


def same(game, truth, ruling, over_before):
    """As far as players can tell: foul, illegal break or miss, points, what may be chosen, and whose turn it is."""
    t = truth["ruling"]
    if ruling["type"] == "refused":
        return False
    if t["kind"] != ruling.get("kind"):
        return False
    if t["points"] != ruling.get("points", 0):
        return False
    if t["kind"] == "foul" and t["foul_points"] != ruling.get("penalty", 0):
        return False
    if bool(t["frame_over"]) != bool(ruling.get("frame_over")):
        return False
    if not t["frame_over"] and sorted(t["options"]) != sorted(ruling.get("options", [])):
        return False
    striker = NAMES[t["striker"] - 1] if t["striker"] else None
    return bool(t["frame_over"]) or not striker or not ruling.get("striker") or striker == ruling["striker"]


def spoken(game, truth, before):
    """What the player would have said before this stroke and a camera cannot see."""
    said = []
    if truth.get("decision"):
        said.append({"type": "act", "act": "choose", "choice": truth["decision"], "origin": "player",
                     "if_open": True})
    if before and "draw_lots" in before["ruling"].get("options", []):
        said.append({"type": "act", "act": "choose", "choice": NAMES[truth["player"] - 1] + "_plays", "origin": "player"})
    if truth.get("free_ball"):
        return said + [{"type": "act", "act": "nominate", "ball": truth["free_ball"], "origin": "player"}]
    if truth.get("push_out"):
        return said + [{"type": "act", "act": "call", "push_out": True, "origin": "player"}]
    return said + named(game, truth, before)


def named(game, truth, before):
    """Nominations and calls of the game."""
    if game == "cspl8" and before and before["ruling"]["call"].endswith("Potted") and truth.get("ball_on"):
        return [{"type": "act", "act": "nominate", "ball": truth_ball(truth["ball_on"]), "origin": "player"}]
    if game in CALLED_GAMES and truth.get("ball_on"):
        if truth["intent"] == "safety":
            return [{"type": "act", "act": "call", "safety": True, "origin": "player"}]
        if truth["intent"] != "break" and truth.get("pocket"):
            return [{"type": "act", "act": "call", "ball": truth["ball_on"], "pocket": truth["pocket"],
                     "origin": "player"}]
    colours = ("yellow", "green", "brown", "blue", "pink", "black")
    hit = truth["result"]["first_hit"]
    meant = truth.get("ball_on")
    if game in ("snooker", "sixred", "snooker4", "shootout") and meant in colours and hit != meant and \
            len([b for b in truth["on"] if b in colours]) > 1:
        return [{"type": "act", "act": "nominate", "ball": meant, "origin": "player"}]
    return []


def pair(film):
    """Truth strokes with the lines of the film by time of the strike; what is left over on either side."""
    left = film.seen()
    pairs, missed = [], []
    for stroke in film.strokes:
        near = [(abs(line["t0"] - stroke["t_stroke"]), i, line) for i, line in left]
        best = min(near, default=None, key=lambda n: n[0])
        if best is None or best[0] > SAME_TIME_S:
            missed.append(stroke)
            pairs.append((stroke, None))
            continue
        pairs.append((stroke, best[1]))
        left = [(i, line) for i, line in left if i != best[1]]
    return pairs, missed, left


def ruling_of(judged, line):
    for stroke, ruling, verdict in judged:
        facts = stroke.get("stroke", stroke)
        if abs(facts["t0"] - line["t0"]) < 1e-6:
            return ruling, verdict
    return None, None


def answer(film, index, stroke, line, ruling):
    """The number of the offered ruling that is the right one; 0: none is."""
    offered = ruling.get("alternatives", [])
    order = sorted(range(len(offered)), key=lambda i: not offered[i].get("as_judged"))
    for i in order:
        film.acts[index] = [{"type": "act", "act": "settle", "as": i + 1}]
        now, _ = ruling_of(film.judge(), line)
        if now and same(film.game, stroke, now, False):
            return i + 1
    film.acts.pop(index, None)
    return 0


def choices(options):
    return ", choice of " + " ".join(sorted(options)) if options else ""


def brief(truth):
    t = truth["ruling"]
    return "%s, %d scored, %d away, next %s%s%s" % (t["why"], t["points"], t["foul_points"], t["striker"],
                                                    choices(t["options"]), ", over" if t["frame_over"] else "")


def told(ruling):
    if ruling["type"] == "refused":
        return "refused: " + ruling["why"]
    return "%s, %d scored, %d away, next %s%s%s, sure %.3f" % (
        ruling.get("why"), ruling.get("points", 0), ruling.get("penalty", 0), ruling.get("striker"),
        choices(ruling.get("options", [])), ", over" if ruling.get("frame_over") else "", ruling.get("sure", 1))


def check_extra(film, judged, index):
    """A stroke in the film that nobody played: None when it was not taken as one, else the word for how it was."""
    ruling, verdict = ruling_of(judged, film.lines[index])
    if ruling is None:
        return None
    if verdict == "ask" or verdict == "refused":
        film.acts[index] = [{"type": "act", "act": "undo"}] if verdict == "ask" else []
        return "asked"
    return "EXTRA"


def check_stroke(film, judged, stroke, index):
    """(word, what was told) for a stroke that was played."""
    if index is None:
        return "MISSED", brief(stroke)
    line = film.lines[index]
    ruling, verdict = ruling_of(judged, line)
    if ruling is None:
        return "MISSED", "seen, not ruled"
    right = same(film.game, stroke, ruling, False)
    if verdict == "refused":
        return "unoffered", told(ruling) + "  TRUTH: " + brief(stroke)
    if verdict != "ask":
        return ("right", told(ruling)) if right else ("WRONG", told(ruling) + "  TRUTH: " + brief(stroke))
    chosen = 1 if right and not ruling.get("alternatives") else answer(film, index, stroke, line, ruling)
    if not chosen:
        return "unoffered", told(ruling) + "  TRUTH: " + brief(stroke)
    return "asked", "%s; answer %d" % (told(ruling), chosen)


def put_right(film, stroke, index, said):
    """An official enters what really happened. The index of the line that now tells it; None: it cannot be."""
    line = film.truth_line(stroke) if stroke else None
    if stroke is None:
        film.acts[index] = [{"type": "act", "act": "undo"}]
        return index
    if line is None:
        return None
    if index is None:  # a stroke nobody saw comes after the one before it
        index = max((i for i, one in film.seen() if one["t0"] < line["t0"]), default=-1)
        film.entered.setdefault(index, []).extend(said + [line])
    else:
        film.lines[index] = line
        film.acts.pop(index, None)
    return index


def aftermath(film, judged, steps, i):
    """The stroke after a missed one, as it was judged without it: WRONG when it was called on a wrong state."""
    for _, stroke, index in steps[i + 1:]:
        if stroke is None or index is None:
            continue
        ruling, verdict = ruling_of(judged, film.lines[index])
        if ruling is None or verdict in ("ask", "refused") or same(film.game, stroke, ruling, False):
            return None
        return "stroke %d called as if nothing were missing: %s  TRUTH: %s" % (stroke["n"], told(ruling), brief(stroke))
    return None


def prepare(film):
    """All that was played or seen, in order of time: (t, stroke of the truth, index of its line). People say their part."""
    pairs, _, extra = pair(film)
    before, steps = None, [(line["t0"], None, index) for index, line in extra]
    for stroke, index in pairs:
        said = spoken(film.game, stroke, before)
        if index is not None:
            film.before[index] = said
            film.flags[index] = [{"type": "act", "act": "flag", "flag": flag} for flag in stroke.get("breaches", [])
                                 if flag in FLAGS]
        before = stroke
        steps.append((stroke["t_stroke"], stroke, index))
    return sorted(steps, key=lambda step: step[0])


def compare(film):
    counts = dict.fromkeys(("right", "asked", "unoffered", "WRONG", "MISSED", "EXTRA"), 0)
    steps = prepare(film)
    judged, before = film.judge(), None
    for i, (t, stroke, index) in enumerate(steps):
        if stroke is None:
            word, text = check_extra(film, judged, index), "a stroke that nobody played"
        else:
            word, text = check_stroke(film, judged, stroke, index)
        if word is None:
            continue
        counts[word] += 1
        print("%-9s %s (%.2f s): %s" % (word, "stroke %d" % stroke["n"] if stroke else "no stroke", t, text))
        after = aftermath(film, judged, steps, i) if word == "MISSED" else None
        if after:
            counts["WRONG"] += 1
            print("WRONG     %s" % after)
        if word not in ("right", "asked"):
            if put_right(film, stroke, index, spoken(film.game, stroke, before) if stroke else []) is None:
                print("the rest is not compared: the truth of this stroke is not known")
                break
        before = stroke or before
        if word != "right":
            judged = film.judge()
    return counts


def watch(film):
    """What stands of each stroke when nobody has said a word."""
    counts = dict.fromkeys(("right", "asked", "open", "unoffered", "WRONG", "MISSED", "EXTRA"), 0)
    steps, _, extra = pair(film)
    judged = film.judge()
    for stroke, index in steps:
        ruling, verdict = ruling_of(judged, film.lines[index]) if index is not None else (None, None)
        right = ruling is not None and same(film.game, stroke, ruling, False)
        asked = verdict in ("ask", "refused")
        word = "MISSED" if ruling is None else ("asked" if right else "open") if asked else "right" if right else "WRONG"
        counts[word] += 1
        print("%-9s stroke %d (%.2f s): %s  TRUTH: %s" % (word, stroke["n"], stroke["t_stroke"],
                                                          told(ruling) if ruling else "-", brief(stroke)))
    counts["EXTRA"] = sum(ruling_of(judged, line)[1] == "call" for _, line in extra)
    return counts


def delays(film):
    """Seconds from the last ball at rest, by the truth, to the frame after which the stroke was told."""
    pairs, _, _ = pair(film)
    found = [film.lines[i]["told"] - s["t_rest"] for s, i in pairs if i is not None and "told" in film.lines[i]]
    return sorted(found)


def main():
    if len(sys.argv) not in (6, 7):
        sys.exit(__doc__)
    film = Film(*sys.argv[1:6])
    if not film.strokes:
        sys.exit("the truth has no strokes: nothing was compared")
    unattended = sys.argv[6:] == ["unattended"]
    film.attended = not unattended
    if not unattended:
        prepare(film)  # whether a ball is in hand when it is gone depends on what people said
    film.mark_falls()
    counts = watch(film) if unattended else compare(film)
    print("%s%s: %d strokes: %s" % ("alone, " if unattended else "", film.game, len(film.strokes),
                                  ", ".join("%d %s" % (n, word) for word, n in counts.items())))
    late = delays(film)
    if late and not unattended:
        print("told after rest: median %.3f s, longest %.3f s" % (late[len(late) // 2], late[-1]))
    bad = counts["WRONG"] + counts["MISSED"] + counts["EXTRA"] + counts["unoffered"]
    return 1 if bad or not counts["right"] + counts["asked"] else 0


if __name__ == "__main__":
    sys.exit(main())
