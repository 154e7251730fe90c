#!/usr/bin/env python3
"""Results do not depend on the number of threads: programs.py prints the same on 1, 2 and 4 of them, and on as many
as there are, where loops get threads when their runs have taken long enough.

usage: run.py DBIDX

The last line is `N passed, N failed`; each printed line is a check for each number of threads.
"""
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ENV = {**os.environ, "DBIDX_CACHE": "session"}


def printed(threads):
    done = subprocess.run([sys.argv[1], "run", "--no-init", f"--threads={threads}", HERE / "programs.py"], env=ENV,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.stdout.splitlines()


def main():
    passed = failed = 0
    expected = printed("1")
    if len(expected) != 26:
        print("\n".join(expected), f"\n{len(expected)} lines on one thread\n0 passed, 1 failed", sep="")
        return 1
    for threads in ("2", "4", "all"):
        have = printed(threads)
        failed += len(have) != len(expected)
        for a, b in zip(expected, have):
            passed, failed = passed + (a == b), failed + (a != b)
            if a != b:
                print(f"FAIL {threads} threads: {b}, on one: {a}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
