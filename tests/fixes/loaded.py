#!/usr/bin/env python3
"""Whether a program has the same fixes in a session that loads it (`dbidx -i FILE`) as where it is run.

usage: loaded.py DBIDX [--every=N] [NAME...]

Of the programs of this folder that are one file, every N-th. The last line is `N passed, N failed`.
"""
import pathlib
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import run

FEWEST = 0.6  # of the programs have a fix at all


def first_error(text):
    return "error[" + re.split(r"^error\[", text, maxsplit=2, flags=re.M)[1] if "error[" in text else ""


def offered(program, case):
    """The fixes of the first error, as they are shown: run, and loaded."""
    with tempfile.TemporaryDirectory() as folder:
        found = []
        for options in ([], ["-i"]):
            r = run.run(folder, case, [program, "--width=400", "--no-init", *options], case.text)
            found.append(re.findall(r"= tried: (.*?)  +\S", first_error(r.stdout + r.stderr)))
        return found


def main():
    every = next((int(a.split("=")[1]) for a in sys.argv if a.startswith("--every=")), 1)
    names = [a for a in sys.argv[2:] if not a.startswith("--")]
    wanted = [c for c in run.cases() if not c.files and c.page != "warnings"][::every]
    wanted = [c for c in wanted if not names or c.name in names or c.page in names]
    program = str(pathlib.Path(sys.argv[1]).absolute())
    passed = some = 0
    with ThreadPoolExecutor(2) as pool:
        for case, (of_file, loaded) in zip(wanted, pool.map(lambda c: offered(program, c), wanted)):
            passed, some = passed + (of_file == loaded), some + bool(of_file)
            if of_file != loaded:
                print(f"{case.page}/{case.name}: {of_file}\n    loaded: {loaded}")
    if some < FEWEST * len(wanted):
        passed = 0
    print(f"{passed} passed, {len(wanted) - passed} failed")
    return passed < len(wanted)


if __name__ == "__main__":
    sys.exit(main())
