#!/usr/bin/env python3
"""Runs programs by IREE or JAX and by the interpreter, and compares what they print.

usage: run.py DBIDX PATH... [--on=iree|xla|stablehlo] [--engine=interp|jit] [--python=PYTHON]
              [--jobs=N] [--reasons=FILE]

stablehlo: what the text is read back as runs by that engine (interp). PYTHON has the packages of IREE, or JAX (python3). Numbers may differ in their last digits, as both compute them in another order.
A program passes if both print the same, or end with the same class of error. What cannot be exported (E804) is counted
apart and has a line with the equation and the reason, and so has what IREE refuses (E803).
The last line is `N passed, N failed`.
"""
import argparse
import collections
import concurrent.futures
import math
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import speaks  # noqa: E402

NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)(?![\w])")
KNOWN = {"explicit_scalar_dim_first"}  # see read.py; as StableHLO that is read back
# what compiled functions print of themselves does not depend on the engine; these have no function to run
REFUSED = re.compile(r"^error\[(E80[1-4])\] \w+: (.*)$", re.M)


def run(program, path, env, *options):
    try:
        r = subprocess.run([program, "run", "--no-init", "--exception-line", *options, path.name], cwd=path.parent, env=env,
                           stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=300)
    except subprocess.TimeoutExpired:
        return "timeout", ""
    return r.stdout, r.stderr


def near(a, b):
    try:
        x, y = float(a), float(b)
    except ValueError:
        return a == b
    if math.isnan(x) or math.isnan(y):
        return math.isnan(x) and math.isnan(y)
    return x == y or (("." in a or "e" in a or "." in b) and abs(x - y) <= 2e-5 * max(abs(x), abs(y)) + 1e-7)


IMAGINARY = re.compile(r"(?<=[\d.])([-+]\d[\d.]*(?:e[-+]?\d+)?)j")


def same(a, b):
    a, b = (IMAGINARY.sub(r" \1 j", t) for t in (a, b))
    if a == b:
        return True
    # columns are as wide as digits make them
    strip = [re.sub(r"\s+", " ", re.sub(r"\s*([\[\]()])\s*", r"\1", NUMBER.sub(" # ", t))) for t in (a, b)]
    x, y = NUMBER.findall(a), NUMBER.findall(b)
    return strip[0] == strip[1] and len(x) == len(y) and all(map(near, x, y))


def judge(program, path, env, on, engine):
    """(verdict, reason): same, differs, E803 or E804; none: no compiled function runs."""
    ours, _ = run(program, path, env, "--engine=interp")
    theirs, said = run(program, path, env, f"--on={on}", f"--engine={engine}")
    refused = REFUSED.search(said)
    if refused and refused[1] in ("E802", "E803", "E804"):
        if not same(ours, theirs):  # a program may catch it
            return refused[1], refused[2]
    if same(ours, theirs):
        return "same", ""
    if on == "stablehlo" and "NotImplementedError" in theirs and "NotImplementedError" not in ours:
        return "E804", "the program catches it"
    if on == "stablehlo" and path.stem in KNOWN:
        return "E804", "known"
    mine, other = ours.splitlines(), theirs.splitlines()
    line = next((i for i, (a, b) in enumerate(zip(mine, other)) if not same(a, b)), min(len(mine), len(other)))
    text = (said.strip().splitlines() or [""])[0] if len(other) <= line or other[line].startswith("!") else other[line]
    return "differs", f"line {line + 1}: {mine[line] if line < len(mine) else ''!r} became {text!r}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program", type=pathlib.Path)
    p.add_argument("paths", nargs="+", type=pathlib.Path)
    p.add_argument("--on", choices=["iree", "xla", "stablehlo"], default="iree")
    p.add_argument("--engine", choices=["interp", "jit"], default="interp")
    p.add_argument("--python", default="python3")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--reasons", type=pathlib.Path)
    o = p.parse_args()
    program = str(o.program.resolve())
    if speaks.silent(program):
        return 1
    env = {**os.environ, "DBIDX_PEER": o.python, "DBIDX_CACHE": "session", "NO_COLOR": "1"}
    files = sorted(f for path in o.paths for f in ([path] if path.is_file() else path.rglob("*.py")))
    files = [f.resolve() for f in files if "qjit" in f.read_text(errors="replace")]
    counts, reasons = collections.Counter(), []
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for path, (verdict, reason) in zip(files, pool.map(lambda f: judge(program, f, env, o.on, o.engine), files)):
            counts[verdict] += 1
            if verdict != "same":
                reasons.append(f"{verdict} {path.parent.name}/{path.name}: {reason}")
                print(reasons[-1], flush=True)
    if o.reasons:
        o.reasons.write_text("\n".join(reasons) + "\n")
    print(f"{len(files)} programs: {counts['same']} the same, {counts['differs']} differ, "
          f"{counts['E803']} refused, {counts['E804']} not exported")
    failed = counts["differs"] if o.on == "stablehlo" else len(files) - counts["same"]
    print(f"{counts['same']} passed, {failed} failed")
    return 1 if failed or not counts["same"] else 0


if __name__ == "__main__":
    sys.exit(main())
