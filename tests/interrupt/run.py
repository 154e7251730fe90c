#!/usr/bin/env python3
"""Presses Ctrl-C at random moments of a session that does every kind of long work (work.txt).

usage: run.py DBIDX [--moments=N] [--seed=N] [--seconds=S] [--kind=KIND,...]

Each moment: a session at a pseudo terminal defines a value and starts one of the long works; after a
random time Ctrl-C is typed, on every fifth moment three times. Then: the prompt is back, the value
is still right, the next line works, and the work said that it was interrupted (unless it was done).
Two clocks say how long the prompt took: the processor time of dbidx between the key and the prompt
(0.1 s; nothing else of the machine is in it), and the time on the wall without that in which
others had the processor. The last lines are the distribution and `N passed, N failed`.
"""
import argparse
import os
import pathlib
import random
import re
import statistics
import sys
import time

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "transcripts"), str(HERE.parent)]
import run as transcripts  # noqa: E402
from waits import Stopwatch, processor_time  # noqa: E402

HEAD = ["import math", "import jax", "import numpy as np", "import jax.numpy as jnp", "from catalyst import qjit, for_loop"]
CPU = 0.1  # s, of the thread that works
WALL = {"compilation": 0.5}
ENDS = re.compile(rb">>> $")


def works():
    kind, block = None, []
    for line in [*(HERE / "work.txt").read_text().split("\n"), ""]:
        if line.startswith("# kind:"):
            kind = line.split(":")[1].strip()
        elif line.strip() and not line.startswith("#"):
            block.append(line)
        elif block:
            yield kind, block
            block = []


class Session(transcripts.Terminal):
    def enter(self, lines):
        for line in lines:
            self.send(line + "\r")
            if not self.wait(rb"(>>> |\.\.\. )$"):
                return False
            if self.screen.endswith(b"... ") and line is lines[-1]:
                self.send("\r")
                if not self.wait(ENDS):
                    return False
        return True

    def drain(self):
        import select

        while select.select([self.fd], [], [], 0)[0]:
            part = os.read(self.fd, 65536)
            if not part:
                return
            self.screen = (self.screen + part.replace(b"\r", b""))[-100000:]
            self.seen = 0

    def kill(self):
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.home.cleanup()


def blocks_of(lines):
    """Statements: a block ends where the next line is not indented and does not continue a decorator."""
    out = []
    for line in lines:
        if out and (line.startswith(" ") or out[-1][-1].startswith("@")):
            out[-1].append(line)
        else:
            out.append([line])
    return out


def moment(program, block, delay, keys, value):
    """None, or what is wrong; the processor time and the wall time until the prompt; whether it was done."""
    s = Session(program)
    try:
        if not s.wait(ENDS) or not all(s.enter([h]) for h in HEAD) or not s.enter([f"kept = {value}"]):
            return "the session does not start", 0, 0, False
        *first, last = blocks_of(block)
        for b in first:
            if not s.enter(b):
                return f"no prompt after {b[-1]!r}: {s.screen[-200:]!r}", 0, 0, False
        for line in last[:-1]:
            s.send(line + "\r")
            s.wait(rb"\.\.\. $")
        s.send(last[-1] + "\r")
        if len(last) > 1 or last[-1].startswith(("def ", "while ", "for ")):
            s.wait(rb"\.\.\. $")
            s.send("\r")
        time.sleep(delay)
        s.drain()
        done = bool(ENDS.search(s.screen))
        s.seen = len(s.screen)
        cpu, watch = processor_time(s.pid), Stopwatch(s.pid)
        for _ in range(keys):
            s.send(b"\x03")
        back = s.wait(ENDS)
        wall, cpu = watch.seconds(), processor_time(s.pid) - cpu
        if not back:
            return "no prompt, or the session ended", cpu, wall, done
        said = b"nterrupted" in s.screen or b"^C" in s.screen
        time.sleep(0.02)
        s.send("kept + 1\r")
        if not s.wait(rb"\n%d\n" % (value + 1)):
            return f"the session is not intact: {s.screen[-200:]!r}", cpu, wall, done
        return (None if said or done else "nothing says that it was interrupted"), cpu, wall, done
    finally:
        s.kill()


def percentile(sorted_values, part):
    return sorted_values[min(len(sorted_values) - 1, int(part * len(sorted_values)))]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--moments", type=int, default=24)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--seconds", type=float, default=1.5, help="before the key, at most")
    p.add_argument("--wall", type=float, default=1.0, help="what a loaded machine may add to the wall time")
    p.add_argument("--kind")
    o = p.parse_args()
    program = os.path.abspath(o.program)
    rng = random.Random(o.seed)
    all_works = [w for w in works() if not o.kind or w[0] in o.kind.split(",")]
    kinds = sorted({k for k, _ in all_works})
    passed = failed = early = 0
    cpus, walls = [], []
    for i in range(o.moments):
        kind = kinds[i % len(kinds)]
        block = rng.choice([b for k, b in all_works if k == kind])
        delay, keys, value = rng.uniform(0.005, o.seconds), 3 if i % 5 == 4 else 1, rng.randrange(10**6)
        wrong, cpu, wall, done = moment(program, block, delay, keys, value)
        if not wrong and not done:
            cpus.append(cpu)
            walls.append(wall)
            if cpu > CPU:
                wrong = f"{cpu:.3f} s of the processor until the prompt"
            elif wall > WALL.get(kind, CPU) + o.wall:
                wrong = f"{wall:.3f} s until the prompt"
        early += done
        if wrong:
            failed += 1
            print(f"FAIL {kind}, `{block[-1].strip()}` after {delay:.3f} s: {wrong}", flush=True)
        else:
            passed += 1
    if len(cpus) < o.moments // 2:
        failed += 1
        print(f"FAIL only {len(cpus)} of {o.moments} moments were in the middle of work")
    for name, values in (("processor", sorted(cpus)), ("wall", sorted(walls))):
        if values:
            print(f"{name}: median {statistics.median(values):.4f} s, 90 % {percentile(values, 0.9):.4f}, "
                  f"99 % {percentile(values, 0.99):.4f}, most {values[-1]:.4f}; {early} of {o.moments} were done before")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
