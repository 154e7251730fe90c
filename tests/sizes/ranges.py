#!/usr/bin/env python3
"""Ranges of 64-bit numbers against CPython: tests/sizes/ranges.py DBIDX. The last line is `N passed, N failed`.

What has a result of 64 bits is what CPython gives; what has none is refused with an OverflowError, as
CPython does for len(). A range of larger numbers is refused when it is made.
"""
import itertools
import subprocess
import sys

ENDS = [-2**63, -2**63 + 1, -2**62, -1, 0, 1, 5, 2**62, 2**63 - 2, 2**63 - 1]
STEPS = [1, -1, 7, 2**62, -2**62, 2**63 - 1, -2**63]
ASKED = ["len(r)", "bool(r)", "r[0]", "r[-1]", "r[2**62]", "0 in r", "2**63 - 1 in r", "-2**63 in r", "r.index(5)",
         "r.count(-1)", "r[1:]", "r[::-1]", "[x for x, _ in zip(r, [1, 2, 3])]", "repr(r)", "r == range(0, 5)"]


def said(f):
    try:
        return repr(f())
    except Exception as e:
        return "!" + type(e).__name__


def main():
    ranges = [f"range({a}, {b}, {s})" for a, b, s in itertools.product(ENDS, ENDS, STEPS)]
    text = "def said(f):\n    try:\n        return repr(f())\n    except Exception as e:\n        return '!' + type(e).__name__\n"
    want = []
    for made in ranges:
        text += f"r = {made}\n" + "".join(f"print(said(lambda: {q}))\n" for q in ASKED)
        want += [(made, q, said(lambda: eval(q, {"r": eval(made)}))) for q in ASKED]
    out = subprocess.run([sys.argv[1], "run", "--no-init", "/dev/stdin"], input=text, capture_output=True,
                         text=True, timeout=300)
    have = out.stdout.splitlines()
    failed = abs(len(want) - len(have)) + (out.returncode != 0)
    passed = 0
    for (made, q, w), h in zip(want, have):
        # a result with numbers of more than 64 bits may be refused
        good = h == w or h == "!OverflowError"
        passed, failed = passed + good, failed + (not good)
        if not good and failed < 20:
            print(f"FAIL {made}: {q} is {h}, not {w}")
    exact = sum(h == w for (_, _, w), h in zip(want, have))
    if exact < 0.93 * len(want):
        print(f"FAIL only {exact} of {len(want)} are as in CPython")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
