#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""row.py: a report of compare.py as a row of the nightly table.

Usage: row.py GAME SEED REPORT; without arguments the head of the table. Exit 1 when the row is not all right or asked.
"""
import re
import sys

COLUMNS = ("right", "asked", "unoffered", "WRONG", "MISSED", "EXTRA")
HEADS = ("right", "asked", "else", "wrong", "missed", "extra")
ALONE = ("open", "WRONG")  # nobody answers: questions whose likeliest ruling is not right, and certain ones that are not


def counted(text):
    return {word: int(count) for count, word in re.findall(r"(\d+) (\w+)", text)}


def row(game, seed, report):
    counts = re.search(r"^\w+: (\d+) strokes: (.*)$", report, re.M)
    late = re.search(r"median ([\d.]+) s, longest ([\d.]+) s", report)
    if not counts:
        return "%-11s %5s  did not end: %s" % (game, seed, (report.strip().splitlines() or ["no report"])[-1]), False
    n, alone = counted(counts[2]), re.search(r"^alone, \w+: \d+ strokes: (.*)$", report, re.M)
    text = "%-11s %5s %7s" % (game, seed, counts[1]) + "".join("%7d" % n[c] for c in COLUMNS)
    text += "".join("%7d" % counted(alone[1])[c] for c in ALONE) if alone else ""
    text += "  %6s %7s" % late.groups() if late else ""
    return text, not any(n[c] for c in COLUMNS[2:])


def main():
    if len(sys.argv) == 1:
        print("%-11s %5s %7s" % ("game", "seed", "strokes") + "".join("%7s" % h for h in HEADS) +
              "   open  alone  told after rest, s")
        return 0
    text, good = row(sys.argv[1], sys.argv[2], open(sys.argv[3]).read())
    print(text, flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
