#!/usr/bin/env python3
"""Recordings of programs that failed under the real Catalyst: dbidx says why, as of its own traces.

usage: failed.py DBIDX [--write]
tests/record/failed has FOLDER.NAME.dbidx of tests/conformance/FOLDER/NAME.py and tests/quantum/NAME.py (those of 0.15: catalyst15.FOLDER.NAME.dbidx), made once
by `python -m dbidx record`, and beside each what `dbidx open` says of it (--write: anew; read the difference). Besides: the
diagnostic has a code of its own, not that of a message that is passed on, or says what the release does not have; it points at the
program's own file, and shows no internals. `N passed, N failed`.
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

FOLDER = ROOT / "tests" / "record" / "failed"
LEAST = 59  # recordings


def said(dbidx, path):
    environment = dict(os.environ, DBIDX_CACHE="session", NO_COLOR="1")
    p = subprocess.run([dbidx, "open", "--no-init", "--width=100", path.name], cwd=FOLDER, stdin=subprocess.DEVNULL, capture_output=True,
                       text=True, timeout=60, env=environment, check=False)
    return p.stderr


def faults(path, text):
    program = path.stem.split(".")[-1] + ".py"
    if not re.match(r"error\[E(?!214)[2-5]\d\d\]", text) and "= not in Catalyst 0.15: " not in text:
        yield "no diagnostic of its own"
    if not re.search(rf"--> {re.escape(program)}:\d+:\d+\n", text):
        yield "no place in the program"
    if re.search(r"Traced<|PyTreeDef|JaxprTrace|level=", text):
        yield "internals"
    if text != path.with_suffix(".said").read_text():
        yield "not what it said before: " + text


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    if speaks.silent(dbidx):
        return 1
    paths = sorted(FOLDER.glob("*.dbidx"))
    passed = failed = 0
    for path in paths:
        text = said(dbidx, path)
        if "--write" in sys.argv:
            path.with_suffix(".said").write_text(text)
        found = list(faults(path, text))
        for fault in found:
            print(f"FAIL {path.name}: {fault}")
        passed, failed = passed + (not found), failed + bool(found)
    if len(paths) < LEAST:
        failed += 1
        print(f"FAIL only {len(paths)} recordings")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
