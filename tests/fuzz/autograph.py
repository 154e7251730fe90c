#!/usr/bin/env python3
"""Random functions with if, while and for: what Python computes, and what qjit(autograph=True) makes of them.

usage: autograph.py [-n N] [-s SEED] [--engine=interp|jit|both] [--keep FOLDER] --program DBIDX

Functions of integers that AutoGraph reads without leaving anything to Python: every loop has to become one (fallbacks are
errors). Their results are those of the same text without the decorator, run by this Python. Programs that differ are kept.
The last line is `N passed, N failed`.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

BATCH = 25
ARGUMENTS = ((0, 1, 2, 0), (5, -3, 7, 0), (-8, 4, 1, 0), (12, 9, -5, 0))
HEAD = """import catalyst
from catalyst import qjit
catalyst.autograph_strict_conversion = True
def convert(f):
    return qjit(autograph=True)(f)
"""
PLAIN = "def convert(f):\n    return f\n"


class Function:
    """The text of one function; names[:3] are its parameters."""

    def __init__(self, r, name, helpers):
        self.r, self.name, self.helpers = r, name, helpers
        self.names = ["a", "b", "c"]
        self.lines, self.loops, self.indices = [], 0, []

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def value(self, deep=2):
        r = self.r
        if deep == 0 or r.random() < 0.3:
            return r.choice(self.names + self.indices + [str(r.randint(-4, 9))])
        kind = r.randrange(7)
        if kind == 0 and self.helpers:
            return f"{r.choice(self.helpers)}({self.value(0)}, {self.value(deep - 1)})"
        if kind == 1:
            return f"({self.value(deep - 1)}) % {r.randint(2, 9)}"
        if kind == 2:
            return f"({self.value(deep - 1)}) // {r.randint(2, 5)}"
        return f"({self.value(deep - 1)} {r.choice('+-*')} {self.value(deep - 1)})"

    def test(self, deep=1):
        """Its operands are traced: Python's own truth would end the loop."""
        r = self.r
        compare = lambda: f"{r.choice(self.names)} {r.choice(['<', '>', '<=', '==', '!='])} {self.value(1)}"
        kind = r.randrange(6)
        if deep == 0 or kind < 2:
            return compare()
        if kind == 2:
            return f"not {compare()}"
        if kind == 3:
            return f"{r.randint(-5, 0)} < {r.choice(self.names)} < {self.value(0)}"
        return f"({self.test(deep - 1)}) {r.choice(['and', 'or'])} ({self.test(deep - 1)})"

    def assign(self, depth):
        name = self.r.choice(self.names)
        if self.r.random() < 0.3:
            self.put(depth, f"{name} {self.r.choice('+-')}= {self.value(1)}")
        else:
            self.put(depth, f"{name} = {self.value()}")
        self.put(depth, f"{name} = ({name} + z) % 997")  # traced, also where a number is assigned

    def own(self, depth):
        """A variable that nobody else sees."""
        self.put(depth, f"t = {self.value(1)}")
        self.put(depth, f"{self.r.choice(self.names)} = (t + {self.r.choice(self.names)} + z) % 997")

    def branch(self, depth, in_loop):
        r = self.r
        self.put(depth, f"if {self.test()}:")
        self.block(depth + 1, in_loop)
        if r.random() < 0.3:
            self.put(depth, f"elif {self.test()}:")
            self.block(depth + 1, in_loop)
        if r.random() < 0.6:
            self.put(depth, "else:")
            self.block(depth + 1, in_loop)

    def counted(self, depth):
        r = self.r
        i = f"i{self.loops}"
        self.loops += 1
        kind = r.randrange(5)
        if kind == 0:
            over = f"range({r.choice(self.names)} % {r.randint(2, 6)})"
        elif kind == 1:
            over = f"range({r.randint(-2, 2)}, {r.randint(2, 5)})"
        elif kind == 2:
            over = f"range({r.randint(3, 6)}, {r.randint(-1, 2)}, -{r.randint(1, 2)})"
        elif kind == 3:
            over = str([r.randint(-9, 9) for _ in range(r.randint(1, 4))])
        else:
            over = f"range({self.value(0)} % 3, 4, {r.randint(1, 2)})"
        target = i
        if r.random() < 0.2 and kind == 3:
            target, over = f"{i}, {i}v", f"enumerate({over})"
        self.put(depth, f"for {target} in {over}:")
        self.indices.append(i)
        self.block(depth + 1, True)
        self.indices.pop()

    def conditional(self, depth):
        k = f"k{self.loops}"
        self.loops += 1
        self.put(depth, f"{k} = {self.value(0)} % 7")
        self.put(depth, f"while {k} > 0:")
        self.put(depth + 1, f"{k} = {k} - 1")
        self.indices.append(k)
        self.block(depth + 1, False)  # no continue here: the counter is behind it nowhere
        self.indices.pop()

    def block(self, depth, in_loop):
        r = self.r
        for _ in range(r.randint(1, 3)):
            x = r.random()
            if depth >= 4 or x < 0.5:
                self.assign(depth)
            elif x < 0.6:
                self.own(depth)
            elif x < 0.8:
                self.branch(depth, in_loop)
            elif x < 0.92:
                self.counted(depth)
            else:
                self.conditional(depth)
        if in_loop and r.random() < 0.2:
            self.put(depth, f"if {self.test(0)}:")
            self.put(depth + 1, "continue")
            self.assign(depth)

    def text(self):
        r = self.r
        self.put(0, f"def {self.name}(a: int, b: int, c: int, z: int):")
        for name in ("x", "y"):
            self.put(1, f"{name} = {self.value(1)} + z")
            self.names.append(name)
        self.block(1, False)
        self.block(1, False)
        if r.random() < 0.3:
            self.put(1, f"if {self.test()}:")
            self.put(2, f"return a, {self.value(1)} % 997, x")
            self.assign(1)
        self.put(1, f"return a, {self.value(1)} % 997, x + y")
        return "\n".join(self.lines) + "\n"


def helper(r, name):
    text = f"def {name}(u, v):\n    w = u - v\n    if u {r.choice('<>')} v:\n        w = (u + {r.randint(1, 5)} * v) % 997\n"
    if r.random() < 0.5:
        text += f"    for j in range({r.randint(1, 4)}):\n        w = (w + j * u) % 997\n"
    if r.random() < 0.4:
        text += f"    if w > {r.randint(0, 50)}:\n        return w % {r.randint(2, 9)}\n"
    return text + "    return w\n"


def program(seed):
    r = random.Random(seed)
    helpers = [f"h{k}" for k in range(r.randint(0, 2))]
    return "".join(helper(r, h) for h in helpers) + Function(r, "f", helpers).text()


def calls(mark):
    lines = [f"print('@{mark}')", "g = convert(f)"]
    lines += [f"print([int(v) for v in g{a}])" for a in ARGUMENTS]
    return "try:\n" + "\n".join("    " + line for line in lines) + "\nexcept Exception as e:\n    print(type(e).__name__, e)\n"


def pieces(text):
    return dict(part.split("\n", 1) for part in text.split("@")[1:])


def run(command, text, folder):
    path = pathlib.Path(folder) / "batch.py"
    path.write_text(text)
    done = subprocess.run([*command, path], capture_output=True, text=True, timeout=600)
    return pieces(done.stdout), done


def main():
    p = argparse.ArgumentParser()
    p.add_argument("-n", type=int, default=200)
    p.add_argument("-s", type=int, default=1)
    p.add_argument("--engine", default="both", choices=("interp", "jit", "both"))
    p.add_argument("--keep", type=pathlib.Path)
    p.add_argument("--program", required=True)
    o = p.parse_args()
    engines = ("interp", "jit") if o.engine == "both" else (o.engine,)
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, o.n, BATCH):
            seeds = [o.s * 1000003 + k for k in range(first, min(first + BATCH, o.n))]
            body = "".join(program(s) + calls(s) for s in seeds)
            want, _ = run([sys.executable], PLAIN + body, folder)
            for engine in engines:
                got, done = run([o.program, "run", f"--engine={engine}"], HEAD + body, folder)
                for s in seeds:
                    if want.get(str(s)) and want.get(str(s)) == got.get(str(s)):
                        passed += 1
                        continue
                    failed += 1
                    print(f"FAIL seed {s}, {engine}: expected {want.get(str(s))!r}, got {got.get(str(s))!r} {done.stderr[-300:]}")
                    if o.keep:
                        o.keep.mkdir(exist_ok=True)
                        (o.keep / f"autograph_{s}.py").write_text(HEAD + program(s) + calls(s))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
