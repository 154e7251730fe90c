#!/usr/bin/env python3
"""Random loops under each strategy: preserve, resize and infer.

A program is bad if a process dies or hangs, if infer refuses what another strategy accepts, if a result
differs from plain Python's or between the engines, if infer needs more rounds than slots + 1, or if its
Jaxpr is not that of preserve where it carries no length, and not that of resize where it carries each
length apart. The last line is `N passed, N failed`.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "fuzz"))
import model  # noqa: E402  (what a program means in plain Python)
import programs  # noqa: E402  (comparing printed results)

BATCH = 25
STRATEGIES = ("False", "True", "'infer'")
TRY = """print('#')
for S in (False, True, 'infer'):
    print('=')
    try:
        f = make{i}(S)
        print(f.jaxpr)
    except Exception as e:
        print('!!', type(e).__name__, str(e).split('\\n')[0])
        continue
    for args in {calls}:
        print('@')
        try:
            show(f(*args))
        except Exception as e:
            print('!', type(e).__name__, str(e).split('\\n')[0])
"""


class Loops:
    """One function make(S) that gives a compiled function of n, m and t."""

    def __init__(self, rng, index):
        self.rng, self.index, self.lines, self.count = rng, index, [], 0
        self.write()
        self.calls = [(0, 0, 0), (3, 3, 2)]
        self.calls += [(rng.randint(0, 4), rng.randint(0, 4), rng.randint(0, 3)) for _ in range(4)]

    def fresh(self, prefix):
        self.count += 1
        return f"{prefix}{self.count}"

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    # Names are (name, kind, length): kind "a" a vector, "m" a matrix, "s" an integer scalar.

    def size(self, scope):
        scalars = [v for v, k, _ in scope if k == "s"]
        arrays = [v for v, k, _ in scope if k in "am"]
        which = self.rng.random()
        if arrays and which < 0.4:
            base = f"{self.rng.choice(arrays)}.shape[0]"
        else:
            base = self.rng.choice(scalars)
        return base if self.rng.random() < 0.6 else f"{base} + {self.rng.choice((1, 1, 2))}"

    def new_array(self, scope):
        size = self.size(scope)
        value = self.rng.choice(("jnp.ones([{0}])", "jnp.zeros([{0}])", "jnp.full([{0}], 1.5)", "jnp.ones([{0}]) * 2.0"))
        return value.format(size), size

    def vector(self, scope, like=None):
        """An expression, and what it is as long as."""
        arrays = [(v, d) for v, k, d in scope if k == "a"]
        if not arrays or self.rng.random() < 0.25:
            return self.new_array(scope)
        same = [a for a in arrays if a[1] == like] if like and self.rng.random() < 0.6 else arrays
        v, d = self.rng.choice(same or arrays)
        which = self.rng.random()
        if which < 0.35:
            return v, d
        if which < 0.65:
            return self.rng.choice((f"{v} * 2.0", f"{v} + 1.0", f"{v} - 0.5")), d
        partners = [a for a in arrays if a[1] == d] if self.rng.random() < 0.9 else arrays
        return f"{v} {self.rng.choice('+-')} {self.rng.choice(partners)[0]}", d

    def scalar(self, scope):
        v = self.rng.choice([v for v, k, _ in scope if k == "s"])
        return self.rng.choice((v, v, f"{v} + 1", self.size(scope)))

    def next_values(self, scope, carries):
        out = []
        for v, k, d in carries:
            if k == "s":
                out.append(self.scalar(scope) if self.rng.random() < 0.7 else v)
            elif k == "m":
                out.append(self.rng.choice((v, f"{v} * 2.0", f"{v}.T", f"jnp.ones({v}.shape)", f"jnp.ones([{self.size(scope)}, {self.size(scope)}])")))
            elif self.rng.random() < 0.45:
                out.append(self.rng.choice((v, f"{v} * 2.0", f"{v} + 1.0")))
            else:
                out.append(self.vector(scope, d)[0])
        if self.rng.random() < 0.15:
            alike = [i for i, c in enumerate(carries) if c[1] == "a"]
            shuffled = self.rng.sample(alike, len(alike))
            old = list(out)
            for i, j in zip(alike, shuffled):
                out[i] = old[j]
        return out

    def loop(self, depth, scope, nesting):
        """Writes a loop and its call; returns the names of its results."""
        pool = [s for s in scope if s[1] in "am"]
        starts = [self.rng.choice(pool) for _ in range(self.rng.randint(1, 3))]
        if self.rng.random() < 0.4:
            starts.append(self.rng.choice([s for s in scope if s[1] == "s"]))
        is_while = self.rng.random() < 0.25
        index, body = self.fresh("i"), self.fresh("loop")
        carries = [(self.fresh("c"), k, f"{d}'" if k == "a" else None) for _, k, d in starts]
        params = [index] + [c[0] for c in carries]
        if is_while:
            limit = self.rng.choice(("t", "t", "2"))
            test = f"lambda {', '.join(params)}: {index} < {limit}"
            self.put(depth, f"@while_loop({test}, allow_array_resizing=S)")
        else:
            bounds = self.rng.choice(("0, t, 1", "0, t, 1", "0, t, 1", "0, 2, 1", "2, 0, -1", "1, 1, 1"))
            self.put(depth, f"@for_loop({bounds}, allow_array_resizing=S)")
        self.put(depth, f"def {body}({', '.join(params)}):")
        inner = scope + carries + [(index, "s", None)]
        for _ in range(self.rng.randint(0, 2)):
            if nesting and self.rng.random() < 0.35:
                inner = inner + self.loop(depth + 1, inner, nesting - 1)
            else:
                text, d = self.vector(inner)
                name = self.fresh("v")
                self.put(depth + 1, f"{name} = {text}")
                inner = inner + [(name, "a", d)]
        values = self.next_values(inner, carries)
        if is_while:
            values = [f"{index} + 1"] + values
        self.put(depth + 1, f"return {', '.join(values)}")
        results = [(self.fresh("r"), k, None) for _, k, _ in starts]
        first = [self.fresh("r")] if is_while else []
        args = (["0"] if is_while else []) + [s[0] for s in starts]
        self.put(depth, f"{', '.join(first + [r[0] for r in results])} = {body}({', '.join(args)})")
        return results

    def write(self):
        self.put(0, f"def make{self.index}(S):")
        self.put(1, "@qjit")
        self.put(1, "def f(n: int, m: int, t: int):")
        scope = [("n", "s", None), ("m", "s", None)]
        for _ in range(self.rng.randint(1, 3)):
            name = self.fresh("x")
            if self.rng.random() < 0.12:
                self.put(2, f"{name} = jnp.ones([{self.size(scope)}, {self.size(scope)}])")
                scope.append((name, "m", None))
                continue
            text, d = self.vector(scope)
            self.put(2, f"{name} = {text}")
            scope.append((name, "a", d))
        results = self.loop(2, scope, 2)
        arrays = [r[0] for r in results if r[1] == "a"]
        out = [r[0] for r in results]
        if len(arrays) > 1 and self.rng.random() < 0.15:
            out.append(f"{arrays[0]} + {arrays[1]}")
        outer = [s[0] for s in scope if s[1] == "a"]
        if arrays and outer and self.rng.random() < 0.15:
            out.append(f"{self.rng.choice(arrays)} * {self.rng.choice(outer)}")
        self.put(2, f"return {', '.join(out)}" + ("," if len(out) == 1 else ""))
        self.put(1, "return f")

    @property
    def source(self):
        return "\n".join(self.lines) + "\n"

    def text(self):
        return self.source + TRY.format(i=self.index, calls=self.calls)

    def expected(self):
        scope, out = model.define(self.source), []
        for c in self.calls:
            try:
                out.append(model.run(scope, f"make{self.index}(0)({', '.join(map(str, c))})"))
            except (model.Undefined, model.TooLarge) as e:
                out.append(e)
        return out


# ---- running ----


def run_file(program, path, *args):
    try:
        r = subprocess.run([program, *args, str(path)], capture_output=True, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, "", ""
    return r.returncode, r.stdout, r.stderr


def blocks(program, path, cases, engine):
    """What each case prints; "died: ..." if its process did not end well."""
    path.write_text(programs.HEADER + "".join(c.text() for c in cases))
    status, out, err = run_file(program, path, "run", "--no-init", f"--engine={engine}")
    parts = out.split("#\n")[1:]
    if status == 0 and len(parts) == len(cases):
        return parts
    if len(cases) == 1:
        return [f"died: {'hangs' if status is None else status} {err[-500:]}"]
    half = len(cases) // 2
    return blocks(program, path, cases[:half], engine) + blocks(program, path, cases[half:], engine)


def too_many_rounds(program, path, cases):
    """The loops of a batch that took more rounds than slots + 1."""
    path.write_text(programs.HEADER + "".join(c.source + f"try:\n    make{c.index}('infer')\nexcept Exception:\n    pass\n" for c in cases))
    status, out, err = run_file(program, path, "inspect", "--no-init", "--emit=binds")
    if status != 0:
        return [f"inspect ends with {status}: {err[-300:]}"]
    binds = [b for t in json.loads(out)["traces"] for b in t["binds"] if "rounds" in b]
    return [f"{b['rounds']} rounds for {b['slots']} slots" for b in binds if b["rounds"] > b["slots"] + 1]


# ---- judging ----


def implicit(jaxpr):
    return [int(n) for n in re.findall(r"nimplicit=(\d+)", jaxpr)]


def judge_results(text, expected):
    for lines, e in zip(text.split("@\n")[1:], expected):
        what, details = programs.judge_call(lines.splitlines(), e)
        if what:
            return f"{what}: {details}"
    return ""


def verdict(case, interp, jit, tally):
    if interp.startswith("died") or jit.startswith("died"):
        return interp if interp.startswith("died") else jit
    if interp != jit:
        return "engines differ"
    parts = interp.split("=\n")[1:]
    jaxpr = [p.split("@\n")[0] for p in parts]
    ok = [not j.startswith("!!") for j in jaxpr]
    tally[" ".join(n for n, a in zip("PRI", ok) if a) or "none"] += 1
    if ok[2] < max(ok[:2]):
        return f"infer refuses what another accepts: {jaxpr[2].strip()}"
    expected = case.expected()
    for strategy, part, accepted in zip(STRATEGIES, parts, ok):
        wrong = judge_results(part, expected) if accepted else ""
        if wrong:
            return f"{strategy}: {wrong}"
    if ok[2] and not any(implicit(jaxpr[2])) and jaxpr[2] != jaxpr[0]:
        return "infer carries nothing, but its Jaxpr is not that of preserve"
    if ok[2] and ok[1] and all(implicit(jaxpr[1])) and implicit(jaxpr[2]) == implicit(jaxpr[1]) and jaxpr[2] != jaxpr[1]:
        return "infer carries everything apart, but its Jaxpr is not that of resize"
    return ""


def main():
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("-n", type=int, default=300, help="how many programs (300)")
    args.add_argument("-s", "--seed", default="1")
    args.add_argument("--first", type=int, default=0, help="number of the first program")
    args.add_argument("--program", default=str(HERE.parents[1] / "build/gcc/repl/dbidx"))
    args.add_argument("--show", action="store_true", help="print bad programs")
    o = args.parse_args()
    passed = failed = 0
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "batch.py"
        for first in range(o.first, o.first + o.n, BATCH):
            numbers = range(first, min(first + BATCH, o.first + o.n))
            cases = [Loops(random.Random(f"{o.seed}/{i}"), i) for i in numbers]
            both = [blocks(o.program, path, cases, e) for e in ("interp", "jit")]
            late = too_many_rounds(o.program, path, cases)
            for text in late:
                failed += 1
                print(f"FAIL {o.seed}/{first}..: {text}", flush=True)
            for case, interp, jit in zip(cases, *both):
                wrong = verdict(case, interp, jit, tally)
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAIL {o.seed}/{case.index}: {wrong[:400]}", flush=True)
                    if o.show:
                        print(case.source)
    print("accepted by (P preserve, R resize, I infer): " + ", ".join(f"{k} {v}" for k, v in sorted(tally.items())))
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
