#!/usr/bin/env python3
"""Results do not depend on the number of threads: programs.py prints the same on 1, 2 and 4 of them, and on as many
as there are, where loops get threads when their runs have taken long enough. A program of large results,
which threads write past the caches, prints what the interpreter does. So does one of small arrays, which is compiled
for their lengths once its runs have taken long enough, and one of products of matrices.

usage: run.py DBIDX

The last line is `N passed, N failed`; each printed line is a check for each number of threads.
"""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ENV = {**os.environ, "DBIDX_CACHE": "session"}


LARGE, OFTEN, PRODUCTS = HERE / "data/large.py", HERE / "data/often.py", HERE / "data/products.py"


def printed(program, *options, arguments=()):
    done = subprocess.run([sys.argv[1], "run", "--no-init", *options, program, *arguments], env=ENV,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.splitlines()


def main():
    passed = failed = 0
    expected, large = printed(HERE / "programs.py", "--threads=1"), printed(LARGE, "--engine=interp")
    once, products = printed(OFTEN, "--engine=interp", arguments=["1"]), printed(PRODUCTS, "--engine=interp")
    counts = [len(expected), len(large), len(once), len(products)]
    if counts != [26, 131, 65, 121]:
        print("\n".join(expected + large + once + products), f"\n{counts} lines\n0 passed, 1 failed", sep="")
        return 1
    for threads in ("1", "2", "4", "all"):
        have = [line for program in (LARGE, PRODUCTS) for line in printed(program, f"--threads={threads}")]
        have += printed(OFTEN, f"--threads={threads}", arguments=["400"])
        right = large + products + once
        if threads != "1":
            have, right = have + printed(HERE / "programs.py", f"--threads={threads}"), right + expected
        failed += len(have) != len(right)
        for a, b in zip(right, have):
            passed, failed = passed + (a == b), failed + (a != b)
            if a != b:
                print(f"FAIL {threads} threads: {b}, expected: {a}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
