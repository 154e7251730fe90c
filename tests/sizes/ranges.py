#!/usr/bin/env python3
"""Ranges of 64-bit numbers against CPython: tests/sizes/ranges.py DBIDX. The last line is `N passed, N failed`.

Bounds, steps and results may have any number of bits; only a len() beyond 64 bits is an OverflowError, as
in CPython. So are the messages of what is refused.
"""
import itertools
import subprocess
import sys

ENDS = [-10**30, -2**64, -2**63 - 1, -2**63, -2**63 + 1, -2**62, -1, 0, 1, 5, 2**31, 2**32, 2**62, 2**63 - 2, 2**63 - 1,
        2**63, 2**64 - 1, 2**64, 10**30]
STEPS = [1, -1, 7, 2**62, -2**62, 2**63 - 1, -2**63, 2**64, -10**29]
ASKED = ["len(r)", "bool(r)", "r[0]", "r[-1]", "r[2**62]", "0 in r", "2**63 - 1 in r", "-2**63 in r", "r.index(5)",
         "r.count(-1)", "r[1:]", "r[::-1]", "[x for x, _ in zip(r, [1, 2, 3])]", "repr(r)", "r == range(0, 5)",
         "10**29 in r", "r.index(10**29)", "r[10**29]", "r[-10**29]", "r[2**62:-2**62:2**61]", "r[10**28::-10**20]", "r[::-2**63]",
         "[x for x, _ in zip(reversed(r), [1, 2])]", "(r.start, r.stop, r.step)", "r == r[:]", "list(r[:3])", "r[2**64]"]
# literals and indices at the ends of every integer type
NUMBERS = [s * (2**k + d) for k in (7, 8, 15, 16, 31, 32, 53, 62, 63, 64) for d in (-1, 0, 1) for s in (1, -1)]
OF_NUMBERS = ["n", "-n", "~n", "n + 1", "n - 1", "n * n", "n // 3", "n % 7", "n >> 1", "n << 1", "abs(n)", "int(str(n))", "hex(n)",
              "float(n)", "n == float(n)", "[1, 2, 3][n]", "'abc'[n]", "(1, 2, 3)[n:]", "[1, 2, 3][:n]", "'abc'[::n]",
              "[1, 2, 3][n:-n]", "range(3)[n]", "range(3)[n:]", "range(n)[:2]", "hash(n) == hash(float(n))", "n.bit_length()",
              "divmod(n, -5)", "f'{n:x} {n:,}'", "round(n, -2)", "n in range(n, n + 1)", "'%d %x' % (n, n)"]


def said(f):
    try:
        return repr(f())
    except Exception as e:
        return "!" + type(e).__name__ + ": " + str(e)


def main():
    ranges = [f"range({a}, {b}, {s})" for a, b, s in itertools.product(ENDS, ENDS, STEPS)]
    text = "def said(f):\n    try:\n        return repr(f())\n    except Exception as e:\n        return '!' + type(e).__name__ + ': ' + str(e)\n"
    want = []
    for made in ranges:
        text += f"r = {made}\n" + "".join(f"print(said(lambda: {q}))\n" for q in ASKED)
        want += [(made, q, said(lambda: eval(q, {"r": eval(made)}))) for q in ASKED]
    for n in NUMBERS:
        text += f"n = {n}\n" + "".join(f"print(said(lambda: {q}))\n" for q in OF_NUMBERS)
        want += [(n, q, said(lambda: eval(q, {"n": n}))) for q in OF_NUMBERS]
    out = subprocess.run([sys.argv[1], "run", "--no-init", "/dev/stdin"], input=text, capture_output=True,
                         text=True, timeout=300)
    have = out.stdout.splitlines()
    failed = abs(len(want) - len(have)) + (out.returncode != 0)
    passed = 0
    for (made, q, w), h in zip(want, have):
        good = h == w
        passed, failed = passed + good, failed + (not good)
        if not good and failed < 20:
            print(f"FAIL {made}: {q} is {h}, not {w}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
