#!/usr/bin/env python3
"""How long a page of 10,000 equations takes: to open, to move to an event, to choose a dimension.

usage: times.py DBIDX [ROUNDS]
One run of headless Chromium: bytes of the page, and milliseconds until it is ready and until the next picture of each move
and choice is drawn, by the clock and as time of the page's main thread, which another program on the machine does not
change but where it takes the processor away. The least of three openings and the medians of the moves and choices, each the
least of three, are judged: below 2 MB, 1 s, 50 ms of the main thread.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile

from browser import Browser

BYTES, OPEN_MS, MOVE_MS = 2_000_000, 1000, 50

PROGRAM = ("from jax import numpy as jnp\nfrom catalyst import qjit\n\n@qjit\ndef f(n: int):\n    x = jnp.ones([n])\n"
           + "".join(f"    x = x * 2.0 + {i}.0\n" if i % 10 else "    x = jnp.concatenate([x, jnp.ones([n])])\n" for i in range(1720))
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


def timed(b, expressions):
    """(by the clock, of the main thread) for each: the least of three times, which come one after the other for all."""
    r = [[] for _ in expressions]
    for _ in range(3):
        for e, of in zip(expressions, r):
            before = busy(b)
            clock = b.run(e)
            of.append((clock, busy(b) - before))
    return [tuple(map(min, zip(*of))) for of in r]


def tell(what, times):
    for k, name in enumerate(("by the clock", "of the main thread")):
        one = sorted(t[k] for t in times)
        print(f"{what} {name}: median {statistics.median(one):.1f} ms, 9 of 10 below {one[len(one) * 9 // 10]:.1f}, at most {one[-1]:.1f} ms")
    return statistics.median(t[1] for t in times)


def main():
    dbidx, rounds = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 30
    with tempfile.TemporaryDirectory() as folder, Browser() as b:
        program, page = pathlib.Path(folder) / "large.py", pathlib.Path(folder) / "large.html"
        program.write_text(PROGRAM)
        subprocess.run([dbidx, "inspect", str(program), "--emit=html", "-o", str(page)], check=True, stdout=subprocess.DEVNULL)
        events = subprocess.run([dbidx, "inspect", str(program), "--emit=events"], check=True, capture_output=True, text=True).stdout
        size, opens = page.stat().st_size, []
        b.call("Performance.enable", timeDomain="threadTicks")
        for _ in range(3):
            b.open("about:blank", 1280)
            before = busy(b)
            b.open(page, 1280)
            opens.append((b.run(READY), busy(b) - before))
        moves = timed(b, [MOVE.format(k * 0.6180339887 % 1) for k in range(rounds)])
        choices = timed(b, [CHOOSE.format(k * 37) for k in range(rounds)])
        said = b.console
    opened = min(t[1] for t in opens)
    print(f"{events.count(chr(34) + 'EQUATION' + chr(34))} equations, {size:,} bytes; ready after "
          + ", ".join(f"{clock:.0f} ms ({own:.0f} of the main thread)" for clock, own in opens))
    fine = size < BYTES and opened < OPEN_MS and tell("move", moves) < MOVE_MS and tell("choose", choices) < MOVE_MS and not said
    print(f"messages of the console: {said}")
    print(f"{int(fine)} passed, {int(not fine)} failed")
    return not fine


sys.exit(main())
