#!/usr/bin/env python3
"""Whether errors of Python itself are worded as CPython 3.13 words them, or say more.

usage: python.py DBIDX [NAME...]

python.txt beside this file has the programs and the words. Each has to be refused with these words, at a place of
the program.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
LEAST = 270
SUGGESTED = re.compile(r"\. Did you (mean:? |forget to import )'([^']+)'\?$")


def cases():
    for part in re.split(r"^== ", (HERE / "python.txt").read_text(), flags=re.M)[1:]:
        name, rest = part.split("\n", 1)
        program, words = re.split(r"^= ", rest, maxsplit=1, flags=re.M)
        cpython, *own = words.strip().split("\n> ")
        yield name, program, own[0] if own else cpython


def problem(program, text, words):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "program.py")
        path.write_text(text)
        r = subprocess.run([program, "run", "--engine=interp", path.name], cwd=folder, capture_output=True, text=True,
                           timeout=60, stdin=subprocess.DEVNULL)
    said = re.search(r"^error\[E\d+\] (.*)", r.stderr, re.M)
    if not said:
        return "it is not refused"
    suggested = SUGGESTED.search(words)
    if said[1] != (words[:suggested.start()] if suggested else words):
        return f"`{said[1]}`, not `{words}`"
    if suggested and f"'{suggested[2]}'?" not in r.stderr:
        return f"{suggested[2]} is not offered"
    place = re.search(r"--> program\.py:(\d+):\d+", r.stderr)
    return "" if place and int(place[1]) <= text.count("\n") + 1 else "it has no place"


def main():
    dbidx, *wanted = sys.argv[1:]
    dbidx = str(pathlib.Path(dbidx).resolve())
    chosen = [c for c in cases() if not wanted or c[0] in wanted]
    failed = 0
    with ThreadPoolExecutor(2) as pool:
        for (name, _, _), why in zip(chosen, pool.map(lambda c: problem(dbidx, *c[1:]), chosen)):
            failed += bool(why)
            if why:
                print(f"FAIL {name}: {why}")
    if not wanted and len(chosen) < LEAST:
        failed += 1
        print(f"FAIL {len(chosen)} programs, at least {LEAST} are wanted")
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
