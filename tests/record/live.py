#!/usr/bin/env python3
"""Recordings of programs under the real Catalyst: what dbidx makes of them is what Catalyst did.

usage: live.py DBIDX [--python=PYTHON [--every=N] [FOLDER...]]
Without a Python: the recordings in tests/record/live, FOLDER.NAME.dbidx of tests/conformance/FOLDER/NAME.py. With one, which has
Catalyst 0.7.0: every N-th program of the folders (loops, while, cond, nested) is recorded now, and has to print what it prints
without. The binds and Jaxprs are compared with the .binds.json beside the program, each equation has a place in the source,
the page is written, and the prompt on the recording has the types, `:why` and the debugger. `N passed, N failed`.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

CORPUS = ROOT / "tests" / "conformance"
LEAST = 40


def run(argv, **how):
    environment = dict(os.environ, DBIDX_CACHE="session", PYTHONHASHSEED="0", PYTHONPATH=str(ROOT / "python"))
    return subprocess.run(argv, capture_output=True, text=True, timeout=300, env=environment, check=False, **how)


def record(args, program, folder):
    """The recording, and whether the program printed what it prints without it."""
    path = pathlib.Path(folder) / f"{program.parent.name}.{program.stem}.dbidx"
    p = run([args.python, "-m", "dbidx", "record", "-o", str(path), str(program)], cwd=folder)
    want = program.with_suffix(".out").read_text().rstrip("\n").split("\n")
    if want[-1].startswith("!"):
        want.pop()
    return path, p.stdout.rstrip("\n") == "\n".join(want)


def views(args, path):
    """(name of a check, is it so)"""
    folder, name = path.name.split(".")[:2]
    binds = run([args.dbidx, "inspect", str(path), "--emit=binds"])
    want = json.loads((CORPUS / folder / f"{name}.binds.json").read_text())
    try:
        have = json.loads(binds.stdout)
    except ValueError:
        have = None
    yield "binds", have == want
    yield "Jaxprs", have is not None and [t["jaxpr"] for t in have["traces"]] == [t["jaxpr"] for t in want["traces"]]
    events = run([args.dbidx, "inspect", str(path), "--emit=events"]).stdout.split("\n")[:-1]
    equations = [e for e in map(json.loads, events) if e["kind"] == "EQUATION"]
    yield "places", bool(events) and all(e["span"] for e in equations)
    page = run([args.dbidx, "inspect", str(path), "--emit=html"])
    yield "page", page.returncode == 0 and page.stdout.startswith("<!DOCTYPE html>")
    types = run([args.dbidx, "inspect", str(path), "--emit=types"]).stdout
    prompt = run([args.dbidx, "open", str(path)], input=":types\n:why a\n:debug\nfinish\nwhere\n")
    yield "prompt", bool(types) and types in prompt.stdout and f"{name}.py" in prompt.stdout and not prompt.stderr


def check(args, program):
    if not args.python:
        return list(views(args, program))
    with tempfile.TemporaryDirectory() as folder:
        path, same = record(args, program, folder)
        return [("output", same), *views(args, path)]


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
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for program, results in zip(programs, pool.map(lambda p: check(args, p), programs)):
            wrong = [name for name, ok in results if not ok]
            passed, failed = passed + len(results) - len(wrong), failed + len(wrong)
            if wrong:
                print(f"FAIL {program.parent.name}/{program.name}: {', '.join(wrong)}")
    if passed + failed < LEAST:
        print(f"FAIL only {passed + failed} checks")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
