#!/usr/bin/env python3
"""Recordings of programs under the real Catalyst: what dbidx makes of them is what Catalyst did.

usage: live.py DBIDX [--python=PYTHON [--every=N] [FOLDER...]]
Without a Python: the recordings in tests/record/live, FOLDER.NAME.dbidx (those of 0.15: catalyst15.FOLDER.NAME.dbidx) of tests/conformance/FOLDER/NAME.py. With one, which has
Catalyst 0.7.0 or 0.15.0: every N-th program of the folders (loops, while, cond, nested) is recorded now, and has to print what it
prints without. The binds and Jaxprs are compared with the .binds.json beside the program, under 0.15 with those of our own trace;
each equation has a place in the source, the page is written, and the prompt on the recording has the types, `:why` and the
debugger. `N passed, N failed`.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

CORPUS = ROOT / "tests" / "conformance"
LEAST = 90


def run(argv, **how):
    environment = dict(os.environ, DBIDX_CACHE="session")
    return subprocess.run(argv, capture_output=True, text=True, timeout=300, env=environment, check=False, **how)


def record(args, programs, folder):
    """The recordings, made in one process that forks (forks.py), by program."""
    paths = {p: pathlib.Path(folder) / f"{p.parent.name}.{p.stem}.dbidx" for p in programs}
    environment = dict(os.environ, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu", PYTHONPATH=str(ROOT / "python"))
    subprocess.run([args.python, str(ROOT / "tests" / "record" / "forks.py")], input="".join(f"{p} {r}\n" for p, r in paths.items()),
                   text=True, stdout=subprocess.DEVNULL, env=environment, check=True)
    return paths


def target_of(path):
    with path.open() as f:
        return json.loads(f.readline())["target"]


def same_output(program, path):
    """Did the program print what it prints without a recorder?"""
    expected = ROOT / "tests" / "target15" / program.parent.name / (program.stem + ".out")
    if target_of(path) != "catalyst-0.15" or not expected.exists():
        expected = program.with_suffix(".out")
    want = expected.read_text().rstrip("\n").split("\n")
    if want[-1].startswith("!"):
        want.pop()
    return pathlib.Path(f"{path}.stdout").read_text().rstrip("\n") == "\n".join(want)


def expected_binds(args, folder, name, target):
    """Those that Catalyst 0.7 logged, or those of our own trace under a later release."""
    program = CORPUS / folder / name
    if target == "catalyst-0.7":
        return json.loads(program.with_suffix(".binds.json").read_text())
    return json.loads(run([args.dbidx, "inspect", f"--target={target}", f"{program}.py", "--emit=binds"]).stdout)


def views(args, path):
    """(name of a check, is it so)"""
    folder, name = path.name.split(".")[-3:-1]
    binds = run([args.dbidx, "inspect", str(path), "--emit=binds"])
    want = expected_binds(args, folder, name, target_of(path))
    try:
        have = json.loads(binds.stdout)
    except ValueError:
        have = None
    yield "binds", have == want
    if have and not have["traces"]:  # the program traces nothing
        return
    yield "Jaxprs", have is not None and [t["jaxpr"] for t in have["traces"]] == [t["jaxpr"] for t in want["traces"]]
    events = run([args.dbidx, "inspect", str(path), "--emit=events"]).stdout.split("\n")[:-1]
    equations = [e for e in map(json.loads, events) if e["kind"] == "EQUATION"]
    yield "places", bool(events) and all(e["span"] for e in equations)
    compared = [json.loads(e) for e in events if '"kind": "COMPARE"' in e]
    yield "comparisons", len(compared) >= path.read_text().count('{"k": "compare"') and all(c["left"] and c["right"] for c in compared)
    page = run([args.dbidx, "inspect", str(path), "--emit=html"])
    yield "page", page.returncode == 0 and page.stdout.startswith("<!DOCTYPE html>")
    types = run([args.dbidx, "inspect", str(path), "--emit=types"]).stdout
    letter = re.search(r"^(?:in )?\{ lambda [^;]*; (\w+):", "\n".join(want["traces"][-1]["jaxpr"]), re.M)
    why = letter.group(1) if letter else "1"
    prompt = run([args.dbidx, "open", str(path)], input=f":types\n:why {why}\n:debug\nfinish\nwhere\n")
    yield "prompt", bool(types) and types in prompt.stdout and f"{name}.py" in prompt.stdout and not prompt.stderr


def check(args, program, path):
    return [*([("output", same_output(program, path))] if args.python else []), *views(args, path)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dbidx", type=os.path.abspath)
    parser.add_argument("--python")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("folders", nargs="*", default=["loops", "while", "cond", "nested"])
    args = parser.parse_args()
    if speaks.silent(args.dbidx):
        return 1
    if args.python:
        programs = [f for folder in args.folders for f in sorted((CORPUS / folder).glob("*.py"))][::args.every]
    else:
        programs = sorted((ROOT / "tests" / "record" / "live").glob("*.dbidx"))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        paths = record(args, programs, folder) if args.python else {p: p for p in programs}
        found = pool.map(lambda p: check(args, p, paths[p]), programs)
        return speaks.tell(((f"{p.parent.name}/{p.name}: {what}", ok) for p, results in zip(programs, found) for what, ok in results),
                           LEAST)


sys.exit(main())
