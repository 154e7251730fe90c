#!/usr/bin/env python3
"""StableHLO is read back: what a text is read as is written and read again, and is the same Jaxpr.

usage: read.py DBIDX PATH... [--jobs=N] [--list]

Each program's function that was traced last: its Jaxpr as StableHLO for XLA, that text as a Jaxpr, which has to pass the checker, that
Jaxpr as StableHLO, and that as a Jaxpr. The last two have to be equal (texts name variables by their order, so equal texts are equal up
to names). How many are the Jaxpr of the trace itself is counted, too: calls are written in their place, conversions to the dtype that an
array has and modes of indices have no text. --list names those that are not. What has no text (E804) is not counted.
The last line is `N passed, N failed`.
"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import speaks  # noqa: E402

KNOWN = {  # what is not the same, and why
    "explicit_scalar_dim_first": "a number becomes a traced length in the loop, which no equation does (Catalyst's own trace is unsound)",
    "for_nested_dynamic_matrix": "a carry that every trip hands on is no carry of the second text",
}


def run(program, env, *args, text=None):
    r = subprocess.run([program, *args], env=env, input=text, capture_output=True, text=True, errors="replace", timeout=120)
    return r.returncode, r.stdout, r.stderr


def emit(program, env, path, form):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        _, _, said = run(program, env, "inspect", "--no-init", "--engine=interp", str(path), f"--emit={form}", "-o", str(out))
        return (out.read_text() if out.exists() else ""), said


def judge(program, env, path):
    """(verdict, what): traced, same, differs, or none."""
    text, said = emit(program, env, path, "stablehlo")
    if not text:
        return "none", (re.findall(r"^error\[E\d+\].*", said, re.M) or ["nothing is traced"])[-1]
    with tempfile.TemporaryDirectory() as folder:
        first, second = pathlib.Path(folder, "first.mlir"), pathlib.Path(folder, "second.mlir")
        first.write_text(text)
        status, jaxpr, said = run(program, env, "jaxpr", str(first))
        if status:
            return "differs", said.splitlines()[0] if said else f"status {status}"
        again, said = emit(program, env, first, "stablehlo")
        if not again:
            return "differs", "written again: " + (said.splitlines() or [""])[0]
        second.write_text(again)
        status, back, said = run(program, env, "jaxpr", str(second))
        if status or back != jaxpr:
            lines = [f"{a!r} became {b!r}" for a, b in zip(jaxpr.splitlines(), back.splitlines()) if a != b]
            return "differs", said.splitlines()[0] if status else (lines or ["another length"])[0]
    traced, _ = emit(program, env, path, "jaxpr")
    return ("traced" if traced.strip() == jaxpr.strip() else "same"), ""


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program", type=pathlib.Path)
    p.add_argument("paths", nargs="+", type=pathlib.Path)
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    p.add_argument("--list", action="store_true")
    o = p.parse_args()
    program = str(o.program.resolve())
    if speaks.silent(program):
        return 1
    env = {**os.environ, "DBIDX_CACHE": "session", "NO_COLOR": "1"}
    files = sorted(f for path in o.paths for f in ([path] if path.is_file() else path.rglob("*.py")))
    files = [f.resolve() for f in files if "qjit" in f.read_text(errors="replace")]
    counts = dict.fromkeys(("traced", "same", "differs", "none", "known"), 0)
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for path, (verdict, what) in zip(files, pool.map(lambda f: judge(program, env, f), files)):
            known = KNOWN.get(path.stem)
            verdict = ("known" if verdict == "differs" else "differs") if known else verdict
            counts[verdict] += 1
            if verdict == "differs" or o.list and verdict != "traced":
                print(f"{'FAIL' if verdict == 'differs' else verdict} {path.parent.name}/{path.name}: {what}", flush=True)
    print(f"{counts['traced']} are the traced Jaxpr, {counts['same']} another one, {counts['none']} have no text, {counts['known']} are known to differ")
    passed = counts["traced"] + counts["same"]
    print(f"{passed} passed, {counts['differs']} failed")
    return 1 if counts["differs"] or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
