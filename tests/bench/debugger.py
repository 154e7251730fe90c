#!/usr/bin/env python3
"""How long the debugger takes to go back, and the history to replay.

usage: debugger.py DBIDX [--runs N]

Each figure is the difference of two sessions in processor time, one with what is measured and one without
it, the best of N runs each (7), alternating: starting the program and tracing are not in it.
"""
import argparse
import os
import pathlib
import resource
import subprocess
import tempfile

EQUATIONS = 10000


def seconds(program, lines, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([program], input="\n".join(lines) + "\n", text=True, cwd=folder, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    if done.returncode or "rror" in done.stdout + done.stderr:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    return took


def difference(program, folder, runs, short, long):
    best = [float("inf"), float("inf")]
    for _ in range(runs):
        for i, lines in enumerate((short, long)):
            best[i] = min(best[i], seconds(program, lines, folder))
    return 1000 * (best[1] - best[0])


def main():
    args = argparse.ArgumentParser()
    args.add_argument("program")
    args.add_argument("--runs", type=int, default=7)
    a = args.parse_args()
    program = os.path.abspath(a.program)
    function = ["from catalyst import qjit", ":detail 0", "@qjit", "def f(x: float):"]
    function += ["    x = x + 1.0"] * EQUATIONS + ["    return x", ""]
    debug = function + [":debug", f"goto {2 * EQUATIONS}"]
    typed = [">>> x: float"] + [">>> x = x + 1.0"] * EQUATIONS
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "all.session").write_text("\n".join(typed) + "\n")
        (path / "one.session").write_text("\n".join(typed[:2]) + "\n")
        back = difference(program, folder, a.runs, debug, debug + [f"back {EQUATIONS}"])
        again = difference(program, folder, a.runs, function + ["qjit(f.__wrapped__)"],
                           function + ["qjit(f.__wrapped__)"] * 2)
        replay = difference(program, folder, a.runs, [":replay one.session"], [":replay all.session"])
    print(f"back over {EQUATIONS} moments: {back:.1f} ms")
    print(f"a program of {EQUATIONS} equations traced again: {again:.1f} ms")
    print(f"replay of {EQUATIONS} lines, an equation each: {replay:.1f} ms")


main()
