#!/usr/bin/env python3
"""`dbidx inspect P.py:F --mode M --emit=jaxpr | dbidx jaxpr - --run ARGS`, of the functions that programs call.

usage: derivatives.py DBIDX [--every=N] [NAME...]

With --mode=eval the pipe gives what the program's last call gave: of the programs of tests/grad, gradients. With --mode=grad
it gives the derivative by the first argument that has any: its product with a vector is compared with the difference of two
runs of the first pipe; with --mode=grad2 likewise. A function whose result is no real number is summed up by one that is
written behind the program. What has no derivative all the same is refused, and counted. The last line is `N passed, N failed`.
"""
import collections
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from speaks import silent  # noqa: E402

ROOTS = ("grad", "conformance/loops", "conformance/jnp")
STEP = 1e-5


def numbers(text):
    return [float(s) for s in re.findall(r"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)", re.sub(r"dtype=\w+", "", text))]


def direction(n):
    return [math.cos(1.0 + i) for i in range(n)]


def moved(arg, by):
    """The expression of the argument, moved along the direction."""
    return f"(lambda a: a + jnp.asarray({by} * jnp.cos(1.0 + jnp.arange(a.size)).reshape(a.shape), dtype=a.dtype))({arg})"


def constants_of(jaxpr):
    return len(re.findall(r"^(?:let .*|in )?\{ lambda([^;]*);", jaxpr, flags=re.M)[-1].split())


def summed(text, call):
    """The program with a function behind it that adds up what this one gives, called with the same arguments."""
    name = call["function"]
    m = re.search(rf"^def {name}\((.*?)\):", text, flags=re.M)
    params = [p for p in re.split(r",\s*(?![^\[(]*[\])])", m[1]) if p] if m else []
    args = call["args"][call["constants"]:]
    if not params or len(args) < len(params):
        return None
    given = ", ".join(args[len(args) - len(params):])
    names = ", ".join(f"a{i}" for i in range(len(params)))
    return f"""{text}
import jax as jax_
from jax import numpy as jnp_
from catalyst import qjit as qjit_
@qjit_
def summed({names}):
    leaves = jax_.tree_util.tree_leaves(({name}.__wrapped__ if hasattr({name}, "__wrapped__") else {name})({names}))
    return sum((jnp_.sum(jnp_.sin(r)) for r in leaves if jnp_.issubdtype(jnp_.asarray(r).dtype, jnp_.floating)), 0.0)
summed({given})
"""


class Test:
    def __init__(self, program):
        self.program, self.passed, self.failed, self.counts = program, 0, 0, collections.Counter()
        self.folder = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.folder.name) / "summed.py"

    def dbidx(self, *args, text=""):
        r = subprocess.run([self.program, *args], input=text, capture_output=True, text=True, timeout=120, check=False)
        return r.returncode, r.stdout, r.stderr

    def jaxpr(self, path, function, mode):
        status, out, err = self.dbidx("inspect", f"{path}:{function}", f"--mode={mode}", "--emit=jaxpr")
        return (out, err) if status == 0 else (None, err)

    def run(self, jaxpr, args):
        status, out, err = self.dbidx("jaxpr", "-", "--run", ", ".join(args), text=jaxpr)
        return out if status == 0 else None, err

    def check(self, where, ok, what):
        self.passed, self.failed = self.passed + ok, self.failed + (not ok)
        if not ok:
            print(f"FAIL {where}: {what[:800]}")

    def differ(self, where, jaxpr, of, call, at):
        """The product of what `jaxpr` gives with the direction, and the difference of what `of` gives."""
        got, err = self.run(jaxpr, call["args"])
        if got is None:
            return self.check(where, False, err)
        sides = []
        for by in (STEP, -STEP):
            args = [moved(a, by) if i == at else a for i, a in enumerate(call["args"])]
            sides.append(numbers(self.run(of, args)[0] or ""))
        have, n = numbers(got), len(sides[0])
        if not have and not n:
            return self.counts.update(["have nothing but empty arrays"])
        if n != len(sides[1]) or not n or len(have) % n:
            return self.check(where, False, f"{len(have)} numbers, of {n}")
        size = len(have) // n
        along = [sum(v * w for v, w in zip(have[i * size:], direction(size))) for i in range(n)]
        want = [(a - b) / (2 * STEP) for a, b in zip(*sides)]
        scale = 1 + max(map(abs, want), default=0)
        self.counts["derivatives compared with differences"] += len(have)
        # what is printed has eight digits
        room = scale * 1e-4 + max(1, *map(abs, sides[0])) * 1e-8 / STEP
        self.check(where, all(abs(a - b) <= room for a, b in zip(along, want)), f"{along}, by differences {want}")

    def sum_up(self, path, call):
        text = summed(path.read_text(), call)
        if not text:
            return
        self.file.write_text(text)
        _, out, _ = self.dbidx("inspect", str(self.file), "--emit=calls")
        calls = [c for c in map(json.loads, out.splitlines()) if c["function"] == "summed" and c["called"] and c["results"]]
        if calls:
            self.function(self.file, calls[-1], f"{path.stem}:{call['function']}, summed")
        else:
            self.counts["are not summed up"] += 1

    def function(self, path, call, where=None):
        name = call["function"]
        last = where is not None
        where = where or f"{path.stem}:{name}"
        jaxpr = {}
        for mode in ("eval", "grad", "grad2"):
            jaxpr[mode], err = self.jaxpr(path, name, mode)
            if jaxpr[mode] and re.search(r" at 0x\w+>|\w+=<", jaxpr[mode]):
                self.counts["call functions of Python, which no text holds"] += 1
                break
            if jaxpr[mode] is None:
                if mode == "eval":
                    self.check(where, False, err)
                else:
                    self.counts[f"have no derivative ({mode})"] += last
                if mode == "grad" and not last:
                    self.sum_up(path, call)
                break
            if mode == "eval":
                got, err = self.run(jaxpr[mode], call["args"])
                self.check(where, got == "".join(r + "\n" for r in call["results"]), f"{got}{err}, not {call['results']}")
                self.counts["functions that give what the call gave"] += 1
                continue
            if constants_of(jaxpr[mode]) != call["constants"]:
                self.counts["capture other constants"] += 1
                break
            if re.search(r"\b(?:f16|bf16|f32|c64)\[", jaxpr["eval"]):
                self.counts["have few digits"] += 1
                break
            if "stop_gradient" in path.read_text():
                self.counts["stop a gradient, which differences do not"] += 1
                break
            floats = [i for i, a in enumerate(call["args"]) if i >= call["constants"] and "float64" in a]
            if not floats or any("nan" in r or "inf" in r for r in call["results"]):
                break
            self.differ(f"{where}, {mode}", jaxpr[mode], jaxpr["eval" if mode == "grad" else "grad"], call, floats[0])

    def one(self, path):
        _, out, _ = self.dbidx("inspect", str(path), "--emit=calls")
        last = {}
        for line in out.splitlines():
            c = json.loads(line)
            if c["called"] and c["results"]:
                last[c["function"]] = c
            else:
                last.pop(c["function"], None)
        for c in last.values():
            if c["function"].isidentifier():
                self.function(path, c)


def main():
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[1:] if a.startswith("--"))
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    if silent(words[0]):
        return 1
    test = Test(words[0])
    paths = [p for root in ROOTS for p in sorted((HERE.parent / root).rglob("*.py"))]
    paths = [p for p in paths if not words[1:] or any(w in str(p) for w in words[1:])]
    for path in paths[::int(options.get("every", 1))]:
        test.one(path)
    for what, n in sorted(test.counts.items()):
        print(f"{n:6} {what}")
    print(f"{test.passed} passed, {test.failed} failed")
    return test.failed > 0


if __name__ == "__main__":
    sys.exit(main())
