#!/usr/bin/env python3
"""Types at the prompt of a terminal, key by key, and looks at what it shows.

usage: run.py DBIDX [-v] [NAME...]
"""
import pathlib
import sys

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).resolve().parents[1])]
import complete
import keys
import pastes
import random_edits
import start
from speaks import silent


def main():
    verbose = "-v" in sys.argv
    program, *names = [a for a in sys.argv[1:] if a != "-v"]
    program = str(pathlib.Path(program).resolve())
    if silent(program):
        return True
    passed = failed = 0
    for name, check in keys.CHECKS + complete.CHECKS + pastes.CHECKS + random_edits.CHECKS + start.CHECKS:
        if names and not any(n in name for n in names):
            continue
        wrong = check(program)
        passed, failed = passed + (wrong is None), failed + (wrong is not None)
        if wrong is not None:
            print(f"FAIL {name}: {wrong}")
        elif verbose:
            print(f"ok {name}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or not passed


if __name__ == "__main__":
    sys.exit(main())
