#!/usr/bin/env python3
"""Finds the numbers of rational.c: p and q, of degree n in t = x^2, with tanh(x) = x p(t) / q(t) up to x = END.

usage: rational.py [N]     (needs mpmath; takes ten seconds)

Remez' exchange in 60 digits, for the relative error: p and q alternate around tanh(x)/x in 2 n + 2 places, which
move to where the error is largest; q(0) = 1. Prints the error and the numbers in C.
Source: Remez, "Sur le calcul effectif des polynomes d'approximation de Tschebyscheff" (1934).
"""
import sys

import mpmath as mp

END = mp.mpf("18.72")  # from here on tanh is 1 in double precision
mp.mp.dps = 60


def quotient(x):
    return mp.tanh(x) / x if x else mp.mpf(1)


def solve(places, n):
    """p and q, that alternate around the function by one relative error in all places."""
    m, error = 2 * n + 2, mp.mpf(0)
    for _ in range(8):  # the error times q is no linear term: the last one is put in
        rows, right = mp.matrix(m, m), mp.matrix(m, 1)
        for i, x in enumerate(places):
            t, f, sign = (x / END) ** 2, quotient(x), 1 - i % 2 * 2
            for k in range(n + 1):
                rows[i, k] = t**k
            for k in range(1, n + 1):
                rows[i, n + k] = -f * (1 + sign * error) * t**k
            rows[i, m - 1] = -f * sign
            right[i] = f
        x = mp.lu_solve(rows, right)
        last, error = error, x[m - 1]
        if abs(error - last) <= abs(error) * mp.mpf("1e-8"):
            break
    return list(x[: n + 1]), [mp.mpf(1)] + list(x[n + 1 : m - 1])


def exchange(p, q, places):
    """Between changes of its sign: where the error is largest; and how large it is."""
    def error(x):
        t = (x / END) ** 2
        return mp.polyval(p[::-1], t) / mp.polyval(q[::-1], t) / quotient(x) - 1

    ends = [mp.mpf(0)] + places + [END]
    grid = sorted({a + (b - a) * k / 24 for a, b in zip(ends, ends[1:]) for k in range(25)})
    errors, parts = [error(x) for x in grid], [[0]]
    for i in range(1, len(grid)):
        if mp.sign(errors[i]) != mp.sign(errors[i - 1]):
            parts.append([])
        parts[-1].append(i)
    best = [max(part, key=lambda i: abs(errors[i])) for part in parts]
    return [grid[i] for i in best], max(abs(errors[i]) for i in best)


def fit(n):
    m = 2 * n + 2
    spread = lambda u: END * mp.sinh(5 * u) / mp.sinh(5)
    places = [spread((1 - mp.cos(mp.pi * (i + mp.mpf(0.5)) / m)) / 2) for i in range(m)]
    best = None
    for _ in range(20):
        p, q = solve(places, n)
        places, error = exchange(p, q, places)
        if best and error > best[0] * mp.mpf("0.99"):
            break
        best = (error, p, q)
        if len(places) != m:
            break
    return best


error, p, q = fit(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
print(f"// relative error {mp.nstr(error, 3)}")
for name, numbers in (("over", p), ("under", q)):
    print(f".{name} = {{{', '.join(float(x / END ** (2 * k)).hex() for k, x in enumerate(numbers))}}},")
