#!/usr/bin/env python3
"""Random lengths with dims=symbolic: tests/symbolic/expressions.py DBIDX [-n PROGRAMS] [-s SEED].

Each program adds two arrays whose lengths are random expressions of two sizes, or carries them through a
loop whose body steps them by such expressions. What is accepted has to run at every size, on both engines,
with the lengths that plain Python computes. What is made of +, -, * and ** outside of loops is accepted if
and only if plain Python finds the lengths equal at all sizes of a grid that is wider than the degrees. The
last line is `N passed, N failed`.
"""
import argparse
import ast
import random
import subprocess
import sys
import tempfile

HEAD = "import jax.numpy as jnp\nfrom catalyst import qjit, for_loop\n"
GRID = [(n, m) for n in range(12) for m in range(12)]
RUNS = [(0, 0), (1, 0), (2, 3), (3, 1), (4, 4)]
LONGEST = 5000


def expression(r, names, depth, functions):
    """An expression as text that dbidx and CPython read alike, but for max and min."""
    if depth == 0 or r.random() < 0.15:
        return r.choice(names) if r.random() < 0.7 else str(r.randint(0, 3))
    a, b = (expression(r, names, depth - 1, functions) for _ in "ab")
    op = r.choice("+++-***^" + ("/%MN" if functions else ""))
    if op == "^":
        return f"({a})**{r.randint(0, 2)}"
    if op in "MN":
        return f"{'maximum' if op == 'M' else 'minimum'}({a}, {b})"
    if op in "/%":
        return f"(({a}) {op if op == '%' else '//'} {r.randint(2, 3)})"
    return f"(({a}) {op} ({b}))"


def again(r, e):
    """The same value, written otherwise; or, now and then, another one."""
    t = ast.parse(e, mode="eval").body

    def walk(t):
        if isinstance(t, ast.Call):
            return f"{t.func.id}({', '.join(walk(a) for a in t.args)})"
        if not isinstance(t, ast.BinOp):
            return ast.unparse(t)
        a, b = walk(t.left), walk(t.right)
        if isinstance(t.op, ast.Pow):
            k = t.right.value
            return "1" if k == 0 else "*".join([f"({a})"] * k)
        if isinstance(t.op, ast.Mult) and isinstance(t.left, ast.BinOp) and isinstance(t.left.op, (ast.Add, ast.Sub)):
            sign = "+" if isinstance(t.left.op, ast.Add) else "-"
            return f"({walk(t.left.left)})*({b}) {sign} ({walk(t.left.right)})*({b})"
        if isinstance(t.op, ast.Sub):
            return f"(-({b}) + ({a}))"
        if isinstance(t.op, (ast.Add, ast.Mult)):
            return f"(({b}) {'+' if isinstance(t.op, ast.Add) else '*'} ({a}))"
        return f"(({a}) {'//' if isinstance(t.op, ast.FloorDiv) else '%'} {b})"

    e = walk(t)
    return f"({e} + {r.choice(['1', 'n - m', 'n*n - n'])})" if r.random() < 0.2 else e


def value(e, **names):
    return eval(e, {"maximum": max, "minimum": min}, names)


def length(e):
    return e.replace("maximum", "jnp.maximum").replace("minimum", "jnp.minimum")


class Sum:
    """Two arrays of random lengths, added."""

    def __init__(self, r):
        self.functions = r.random() < 0.3
        self.x = expression(r, ["n", "m"], 3, self.functions)
        self.y = again(r, self.x) if r.random() < 0.8 else expression(r, ["n", "m"], 3, self.functions)

    def source(self, name):
        return (f"def {name}(n: int, m: int):\n    x = jnp.ones((n + m - m - n + {length(self.x)},))\n"
                f"    y = jnp.ones((m - m + {length(self.y)},))\n    return x + y\n")

    def lengths(self, n, m):
        return value(self.x, n=n, m=m), value(self.y, n=n, m=m)

    def has_to_be(self):
        """True, False, or None: either."""
        equal = all(x == y for x, y in (self.lengths(*p) for p in GRID))
        return equal if not (self.functions and equal) else None


class Loop:
    """Two carries whose lengths step by random expressions, added afterwards."""

    def __init__(self, r):
        self.start = expression(r, ["n", "m"], 1, False)
        self.start2 = again(r, self.start)
        self.step = r.choice(["p", "p + 1", "n + 1", "2*p", "p + n", "p*p - p", "q", "p + q - q", self.start])
        self.step2 = again(r, self.step.replace("p", "#").replace("q", "p").replace("#", "q"))
        self.strategy = r.choice(["False", "True", "True", '"infer"', '"infer"'])
        self.trips = r.choice(["2", "m"])
        self.after = r.choice(["x + y", f"x + jnp.ones(({self.start},))", "x"])

    def source(self, name):
        return (f"def {name}(n: int, m: int):\n"
                f"    @for_loop(0, {self.trips}, 1, allow_array_resizing={self.strategy})\n"
                f"    def loop(i, x, y):\n        p, q = x.shape[0], y.shape[0]\n"
                f"        return jnp.ones(({self.step},)), jnp.ones(({self.step2},))\n"
                f"    x, y = loop(jnp.ones(({self.start},)), jnp.ones(({self.start2},)))\n"
                f"    return {self.after}\n")

    def lengths(self, n, m):
        p, q = value(self.start, n=n, m=m), value(self.start2, n=n, m=m)
        if min(p, q) < 0:
            return -1, -1
        for _ in range(eval(self.trips, {"m": m})):
            p, q = value(self.step, n=n, m=m, p=p, q=q), value(self.step2, n=n, m=m, p=p, q=q)
            if min(p, q) < 0 or max(p, q) > LONGEST:
                return -1, -1
        return p, {"x + y": q, "x": p}.get(self.after, value(self.start, n=n, m=m))

    def has_to_be(self):
        return None


def module(programs, call):
    text = HEAD
    for i, p in enumerate(programs):
        text += p.source(f"f{i}")
        text += f"try:\n    g = qjit(f{i})\nexcept ValueError:\n    print({i}, None)\n"
        runs = [q for q in RUNS if call and all(0 <= v <= LONGEST for v in p.lengths(*q))]
        text += "else:\n    print(%d, [%s])\n" % (i, ", ".join(f"g{q}.shape[0]" for q in runs))
    return text


def run(dbidx, programs, engine):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(module(programs, True))
        f.flush()
        r = subprocess.run([dbidx, "run", "--dims=symbolic", f"--engine={engine}", f.name],
                           capture_output=True, text=True, timeout=300)
    results = dict(line.split(" ", 1) for line in r.stdout.splitlines())
    return [ast.literal_eval(results[str(i)]) if str(i) in results else "nothing: " + r.stderr[-300:]
            for i in range(len(programs))]


def judge(p, results):
    """What is wrong, or None."""
    if results[0] != results[1]:
        return f"the engines differ: {results}"
    have, must = results[0], p.has_to_be()
    if have is None:
        return "equal lengths are refused" if must else None
    if must is False:
        return f"lengths that differ are accepted: {have}"
    want = [p.lengths(*q) for q in RUNS]
    want = [a for a, b in want if 0 <= a <= LONGEST and 0 <= b <= LONGEST]
    return None if have == want else f"{have} instead of {want}"


def main():
    o = argparse.ArgumentParser()
    o.add_argument("dbidx", nargs="?", default="build/repl/dbidx")
    o.add_argument("-n", type=int, default=200)
    o.add_argument("-s", type=int, default=1)
    o = o.parse_args()
    r = random.Random(o.s)
    failed = accepted = 0
    for first in range(0, o.n, 25):
        programs = [r.choice([Sum, Sum, Loop])(r) for _ in range(min(25, o.n - first))]
        both = [run(o.dbidx, programs, e) for e in ("interp", "jit")]
        for p, *results in zip(programs, *both):
            accepted += isinstance(results[0], list)
            wrong = judge(p, results)
            if wrong:
                failed += 1
                print(f"{wrong}\n{p.source('f')}")
    print(f"{accepted} of {o.n} are accepted")
    print(f"{o.n - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
