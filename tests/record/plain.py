#!/usr/bin/env python3
"""Recordings of plain jax, with sizes that are numbers and with symbolic ones: what dbidx makes of them.

usage: plain.py DBIDX [--write] [PYTHON]
tests/record/plain has programs, NAME.RELEASE.dbidx of each (recorded once by `python -m dbidx record` under that release of jax), and
beside them what `dbidx open` says of it and the types of its functions (.said; --write: anew, read the difference). Besides: each
equation has its place, the page is written, and failures point at the program. With a PYTHON, which has jax, the programs are recorded
now instead: they print what they print without, and the same holds. `N passed, N failed`.
"""
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

FOLDER = ROOT / "tests" / "record" / "plain"
LEAST = 48  # checks


def run(*argv, **how):
    environment = dict(os.environ, DBIDX_CACHE="session", NO_COLOR="1", JAX_PLATFORMS="cpu", PYTHONPATH=str(ROOT / "python"))
    return subprocess.run(argv, capture_output=True, text=True, timeout=300, env=environment, check=False, stdin=subprocess.DEVNULL, **how)


def said(dbidx, path):
    opened = run(dbidx, "open", "--no-init", "--width=100", path.name, cwd=path.parent).stderr
    return opened + run(dbidx, "inspect", path.name, "--emit=types", cwd=path.parent).stdout


def checks(dbidx, path, program):
    events = run(dbidx, "inspect", path.name, "--emit=events", cwd=path.parent).stdout
    equations = [e for e in map(json.loads, events.splitlines()) if e["kind"] == "EQUATION"]
    yield "equations", bool(equations) or "_" in program.stem  # what fails may have none before
    yield "places", all(e["span"] and e["span"]["file"] == program.name for e in equations)
    page = run(dbidx, "inspect", path.name, "--emit=html", cwd=path.parent).stdout
    yield "page", page.startswith("<!DOCTYPE html>")
    text = said(dbidx, path)
    fails = "_" in program.stem
    yield "diagnostic", fails == bool(re.search(rf"^error\[E\d+\].*\n(  .*\n)* +--> {program.name}:\d+:\d+\n", text))
    yield "no internals", not re.search(r"Traced<|JaxprTrace|object at", text)


def live(python, program, folder):
    """The recording of the program, and does it print the same?"""
    path = folder / f"{program.stem}.dbidx"
    plain = run(python, program, cwd=folder)
    recorded = run(python, "-m", "dbidx", "record", "-o", path, program, cwd=folder)
    return path, (plain.stdout, plain.returncode) == (recorded.stdout, recorded.returncode)


def named(path, results):
    return [(f"{path.name}: {what}", ok) for what, ok in results]


def main():
    args = [a for a in sys.argv[1:] if a != "--write"]
    dbidx = str(pathlib.Path(args[0]).resolve())
    if speaks.silent(dbidx):
        return 1
    results = []
    with tempfile.TemporaryDirectory() as name:
        if len(args) > 1:
            for program in sorted(FOLDER.glob("*.py")):
                path, same = live(args[1], program, pathlib.Path(name))
                results += [(f"{path.name}: output", same), *named(path, checks(dbidx, path, program))]
        for path in sorted(FOLDER.glob("*.dbidx")) if len(args) == 1 else ():
            if "--write" in sys.argv:
                path.with_suffix(".said").write_text(said(dbidx, path))
            results += named(path, checks(dbidx, path, FOLDER / f"{path.name.split('.')[0]}.py"))
            results.append((f"{path.name}: says", path.with_suffix(".said").read_text() == said(dbidx, path)))
    return speaks.tell(results, LEAST)


if __name__ == "__main__":
    sys.exit(main())
