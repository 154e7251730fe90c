#!/usr/bin/env python3
"""Recordings of circuits under the real Catalyst: what dbidx shows of them.

usage: circuits.py DBIDX [--python=PYTHON] [PATH...]
PATH is a recording, or a folder of them; without one, tests/record/circuits. With a Python, which has Catalyst 0.7.0, PATHs are
programs, or folders of them, that are recorded now. Of each: every equation that is no gate, measurement or library's own has a
place in the program, the page is written, and `:why` answers for each length that is a variable. `N passed, N failed`.
"""
import argparse
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

LEAST = 24
LENGTH = re.compile(r"[a-z]+:[a-z]+\d+\[([a-z0-9,]+)\]")


def run(argv, **how):
    return subprocess.run(argv, capture_output=True, text=True, timeout=120, env=dict(os.environ, DBIDX_CACHE="session"), check=False, **how)


def record(python, paths, folder):
    programs = [f for p in paths for f in (sorted(p.glob("*.py")) if p.is_dir() else [p])]
    recordings = [pathlib.Path(folder) / (f.stem + ".dbidx") for f in programs]
    environment = dict(os.environ, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu", PYTHONPATH=str(ROOT / "python"))
    subprocess.run([python, str(ROOT / "tests" / "record" / "forks.py")], text=True, stdout=subprocess.DEVNULL, env=environment,
                   check=True, input="".join(f"{p} {r}\n" for p, r in zip(programs, recordings)))
    return recordings


def checks(dbidx, path):
    """(name of a check, is it so)"""
    events = run([dbidx, "inspect", str(path), "--emit=events"])
    if "error[E208]" in events.stderr:  # the program traces nothing
        return
    equations = [e for e in map(json.loads, events.stdout.splitlines()) if e["kind"] == "EQUATION"]
    read = "error[E6" not in events.stderr
    yield "places", read and all(e["span"] for e in equations)
    page = run([dbidx, "inspect", str(path), "--emit=html"])
    yield "page", read and page.stdout.startswith("<!DOCTYPE html>")
    lengths = sorted({d for e in equations for m in LENGTH.finditer(e["text"]) for d in m.group(1).split(",") if d.isalpha()})
    asked = run([dbidx, "open", str(path)], input="".join(f":why {d}\n" for d in lengths))
    yield "why", read and asked.stderr == events.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dbidx", type=os.path.abspath)
    parser.add_argument("--python")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, default=[ROOT / "tests" / "record" / "circuits"])
    args = parser.parse_args()
    if speaks.silent(args.dbidx):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        recordings = (record(args.python, args.paths, folder) if args.python else
                      [f for p in args.paths for f in (sorted(p.glob("*.dbidx")) if p.is_dir() else [p])])
        return speaks.tell(((f"{path.name}: {what}", ok) for path in recordings for what, ok in checks(args.dbidx, path)), LEAST)


if __name__ == "__main__":
    sys.exit(main())
