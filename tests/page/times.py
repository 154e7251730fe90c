#!/usr/bin/env python3
"""What a page of 10,000 equations costs, beside one of 1,000: to open, to move to an event, to choose a dimension.

usage: times.py DBIDX [--milliseconds] [--rounds=N]
One run of headless Chromium. Only the rows near the part that is looked at are made: a move and a choice cost what they cost
in the short page, up to 1.6 times of it, and the document has at most 8,000 elements; opening costs at most ten times as
much; the file is below 2 MB. Both pages are timed one after the other, so that what else the machine does is in both.
Printed are milliseconds until the page is ready and until the next picture is drawn, by the clock and as time of the page's
main thread: the least of three, of moves and choices the median. --milliseconds judges them too, for a machine that does
nothing else: 1 s until ready and 50 ms for the picture, of the main thread.
"""
import argparse
import pathlib
import statistics
import subprocess
import sys
import tempfile

from browser import Browser

BYTES, ELEMENTS, TIMES, OPEN_TIMES, OPEN_MS, MOVE_MS = 2_000_000, 8_000, 1.6, 10, 1000, 50
SHORT, LONG = 172, 1720  # lines, of six equations each



def program(lines):
    return ("from jax import numpy as jnp\nfrom catalyst import qjit\n\n@qjit\ndef f(n: int):\n    x = jnp.ones([n])\n"
            + "".join(f"    x = x * 2.0 + {i}.0\n" if i % 10 else "    x = jnp.concatenate([x, jnp.ones([n])])\n" for i in range(lines))
            + "    return x\n")


READY = "new Promise(r => { const f = () => document.body.dataset.ready ? r(performance.now()) : setTimeout(f, 2); f(); })"
DRAWN = """document.body.getBoundingClientRect();
  await new Promise(r => requestAnimationFrame(() => { const c = new MessageChannel(); c.port1.onmessage = r; c.port2.postMessage(0); }));
  return performance.now() - from; })()"""
MOVE = """(async () => {{
  const slider = document.querySelector("#slider"), from = performance.now();
  slider.value = Math.floor(Number(slider.max) * {});
  slider.dispatchEvent(new Event("input"));
  """ + DRAWN.replace("{", "{{").replace("}", "}}")
CHOOSE = """(async () => {{
  const buttons = document.querySelectorAll("#dimensions button"), from = performance.now();
  buttons[{} % buttons.length].click();
  """ + DRAWN.replace("{", "{{").replace("}", "}}")


def busy(b):
    """Milliseconds that the main thread has worked."""
    return 1000 * next(m["value"] for m in b.call("Performance.getMetrics")["metrics"] if m["name"] == "TaskDuration")


def timed(b, expression):
    """(by the clock, of the main thread)."""
    before = busy(b)
    clock = b.run(expression)
    return clock, busy(b) - before


def measured(b, page, rounds):
    """Times of one opening, and of each move and choice."""
    b.open("about:blank", 1280)
    before = busy(b)
    b.open(page, 1280)
    opened = b.run(READY), busy(b) - before
    return {"open": [opened],
            "move": [timed(b, MOVE.format(k * 0.6180339887 % 1)) for k in range(rounds)],
            "choose": [timed(b, CHOOSE.format(k * 37)) for k in range(rounds)],
            "elements": b.run("document.querySelectorAll('*').length")}


def least(runs, what):
    """The median over the moves or choices, each the least of the runs: (by the clock, of the main thread)."""
    return [statistics.median(min(one[k] for one in each) for each in zip(*(r[what] for r in runs))) for k in (0, 1)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dbidx", type=lambda s: str(pathlib.Path(s).resolve()))
    p.add_argument("--milliseconds", action="store_true")
    p.add_argument("--rounds", type=int, default=30)
    o = p.parse_args()
    wrong = []

    def holds(what, value, bar):
        print(f"{what}: {value:.2f}, at most {bar}")
        if not value <= bar:
            wrong.append(what)

    with tempfile.TemporaryDirectory() as folder, Browser() as b:
        b.call("Performance.enable", timeDomain="threadTicks")
        pages, equations = [], []
        for lines in (SHORT, LONG):
            source, page = (pathlib.Path(folder) / f"lines{lines}{end}" for end in (".py", ".html"))
            source.write_text(program(lines))
            subprocess.run([o.dbidx, "inspect", str(source), "--emit=html", "-o", str(page)], check=True, stdout=subprocess.DEVNULL)
            if not page.exists():
                print(f"FAIL no page of {lines} lines\n0 passed, 1 failed")
                return True
            events = subprocess.run([o.dbidx, "inspect", str(source), "--emit=events"], check=True, capture_output=True, text=True)
            pages.append(page), equations.append(events.stdout.count('"EQUATION"'))
        runs = [[measured(b, page, o.rounds) for page in pages] for _ in range(3)]
        short, long = zip(*runs)
        said = b.console
        size = pages[1].stat().st_size
    print(f"{equations[0]} and {equations[1]} equations")
    holds("bytes of the page", size, BYTES)
    holds("elements of the page", max(r["elements"] for r in long), ELEMENTS)
    for what, bar, ms in (("open", OPEN_TIMES, OPEN_MS), ("move", TIMES, MOVE_MS), ("choose", TIMES, MOVE_MS)):
        (clock, own), (clock_short, own_short) = least(long, what), least(short, what)
        print(f"{what}: {clock:.1f} ms by the clock, {own:.1f} of the main thread; of the short page {clock_short:.1f} and {own_short:.1f}")
        holds(f"{what}, times of the short page", own / own_short, bar)
        if o.milliseconds:
            holds(f"{what}, milliseconds of the main thread", own, ms)
    if said or equations[1] < 10000:
        wrong.append(f"{equations[1]} equations; messages of the console: {said}")
    for w in wrong:
        print(f"FAIL {w}")
    checks = 6 + 3 * o.milliseconds
    print(f"{checks - len(wrong)} passed, {len(wrong)} failed")
    return bool(wrong)


sys.exit(main())
