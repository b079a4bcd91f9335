"""Asks a running referee what is left to put back, as the page on a phone does.

Usage: replace_live.py PROGRAM FOLDER. The folder holds a journal with one stroke; the camera is simulated. What must
happen is waited for; no time is checked. Exit 0 when every answer was right.
"""
import json
import math
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

WAIT_S = 180  # some seconds on an idle machine


def until(what, ask):
    """What `ask` returns once it is true."""
    end = time.monotonic() + WAIT_S
    while time.monotonic() < end:
        found = ask()
        if found:
            return found
        time.sleep(0.2)
    raise AssertionError(f"waited in vain for {what}")


def fetch(url, body=None):
    """Status and bytes, also of a refusal."""
    request = urllib.request.Request(url, data=body, headers={"Content-Type": "application/json"} if body else {})
    try:
        with urllib.request.urlopen(request, timeout=WAIT_S) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.read()


def state_of(base, stroke):
    """What the page gets."""
    status, text = fetch(f"{base}/api/replace/state?stroke={stroke}")
    assert status == 200, status
    return json.loads(text)


def seen_red(base):
    """The whole answer, once it says where the red ball lies."""
    state = state_of(base, 1)
    return state if any(b["ball"] == "red" and "at" in b for b in state.get("balls", [])) else None


def check_offsets(state, wanted):
    """Every ball of the stroke is there with its own place; offsets lead from where it is to that place."""
    assert state["stroke"] == 1 and not state["done"], state
    assert {b["ball"]: b["wanted"] for b in state["balls"]} == wanted, state["balls"]
    for ball in (b for b in state["balls"] if "at" in b):
        (x, y), (to_x, to_y), (by_x, by_y) = ball["at"], ball["wanted"], ball["move"]
        assert abs(x + by_x - to_x) < 0.01 and abs(y + by_y - to_y) < 0.01, ball
        assert abs(math.hypot(by_x, by_y) - ball["left"]) < 0.01, ball
        assert ball["left"] > 1 or ball["state"] == "there", ball
        assert ball["left"] <= 1 or ball["state"] in ("close", "move"), ball


def ask_all(base, wanted):
    """As the page does, and what no page asks."""
    status, page = fetch(base + "/replace")
    assert status == 200 and b"replace.js" in page, status
    check_offsets(until("the red ball to be seen", lambda: seen_red(base)), wanted)
    status, picture = fetch(base + "/api/replace/picture?w=400")
    assert status == 200 and picture[:2] == b"\xff\xd8", status
    for body in (b"{", b'{"at":"here","is":"red"}', b'{"at":[1e9,0],"is":"red"}', b'{"at":[0,0],"is":"violet"}'):
        assert fetch(base + "/api/replace/name", body)[0] in (400, 403, 422), body
    assert fetch(base + "/api/replace/nothing")[0] == 404
    until("the stroke that was not to be refused", lambda: "no such stroke" in state_of(base, 999).get("why", ""))
    until("the stroke that was to come back", lambda: seen_red(base))


def main():
    """Starts the referee, asks, stops it."""
    program, folder = sys.argv[1:]
    with open(folder + "/journal.jsonl", encoding="utf-8") as journal:
        wanted = json.loads(journal.readlines()[1])["position"]
    child = subprocess.Popen([program, "referee", "demo:billiards:3:960x540@25", "--game", "billiards", "--match", folder,
                              "--web", "0", "--no-clips", "--plain"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    said = []
    threading.Thread(target=lambda: said.extend(iter(child.stdout.readline, "")), daemon=True).start()
    try:
        address = until("the address of the pages", lambda: re.search(r"http://127\.0\.0\.1:\d+", "".join(said)))
        ask_all(address.group(), wanted)
        child.send_signal(signal.SIGTERM)
        assert child.wait(WAIT_S) == 0, child.returncode
    finally:
        child.kill()


main()
