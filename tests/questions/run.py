#!/usr/bin/env python3
"""Asks everything about programs: every line, name, letter and event, in every way.

usage: run.py DBIDX [--every N] [--from K] [FILE.py...]

A session in a pipe runs a program of the corpus and then asks. It has to end well, whatever is asked:
answers as JSON are read, no link may lead into a round of tracing that was undone, and what cannot be
answered is refused with the codes of questions. Without FILEs: every N-th program of tests/conformance,
tests/strategies and tests/programs, from number K on.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
REFUSALS = {"E201", "E202", "E208", "E306"}  # no such name, nothing given, no such thing, no such axis
LETTERS = "abcdefghijklmnop"
DONE = "the program is over"


def questions(text):
    names = sorted(set(re.findall(r"\b[A-Za-z_]\w*\b", text)))[:60]
    functions = sorted(set(re.findall(r"def (\w+)", text)))
    yield from (f":why {i}" for i in range(1, text.count("\n") + 2))
    yield from (f":why event {i}" for i in range(80))
    for name in names:
        yield from (f":why {name}", f":users {name}", f":tracer {name}", f":tracers {name}", f":why {name}.shape[0]")
    for x in LETTERS:
        yield from (f":why jaxpr {x}", f":users jaxpr {x}", f":why {x}.shape[0]", f":why {x}.shape[-1] == a")
        yield from (f":why {x} == {y}" for y in "bdfh")
    for f in functions:
        yield from (f":consts {f}", f":toJaxpr {f}", f":frames {f}", f":tracers in {f}", f":why {names[0]} in {f}")
    yield from (":tracers", ":frames", ":toJaxpr", ":api")


def ask(program, path):
    """None, or what is wrong."""
    text = path.read_text() + f"\nprint({DONE!r})\n"
    for options in ([], ["--json"]):
        typed = text + "\n".join(questions(text)) + "\n"
        r = subprocess.run([program, "--engine=interp", *options], input=typed, capture_output=True, text=True,
                           errors="replace", timeout=300)
        if r.returncode != 0:
            return f"exit status {r.returncode}\n{r.stderr[-1500:]}"
        before, over, answers = r.stdout.partition(DONE)
        if not over or len(answers.splitlines()) < 20:  # of two hundred questions and more
            return f"it does not answer: {r.stdout[-300:]}{r.stderr[-300:]}"
        if "round of tracing that was undone" in answers:
            return "a link into a round that was undone"
        if not options:
            traced = "{ lambda ;" in answers
            continue
        try:
            if not [json.loads(line) for line in answers.splitlines() if line.startswith('{"')] and traced:
                return "no answer is JSON"
        except ValueError as e:
            return f"{e}: {line[:300]}"
    codes = set(re.findall(r'"severity": "error", "code": "(E\d+)"', r.stderr))
    own = set(re.findall(r"error\[(E\d+)\]", subprocess.run(
        [program, "run", "--engine=interp", str(path)], capture_output=True, text=True, errors="replace").stderr))
    wrong = codes - REFUSALS - own
    return f"refused with {', '.join(sorted(wrong))}" if wrong else None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--from", type=int, default=0, dest="first")
    p.add_argument("files", nargs="*", type=pathlib.Path)
    o = p.parse_args()
    files = o.files or sorted(f for d in ("conformance", "strategies", "programs") for f in (ROOT / d).rglob("*.py")
                              if f.name not in ("loops.py", "run.py"))[o.first::o.every]
    passed = failed = 0
    for f in files:
        why = ask(o.program, f)
        passed, failed = passed + (why is None), failed + (why is not None)
        if why:
            print(f"FAIL {f}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
