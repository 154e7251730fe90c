#!/usr/bin/env python3
"""What `:needs` says has to be known, against what happens when arguments change.

usage: run.py [-n N] [-s SEED] DBIDX
The cases of cases.py and N random programs (200). Of each, every argument is changed on its own: another value, another
length. What is not in the answer may not change what was asked for; of the cases, what is in the answer changes it, and the
answer is the one that was worked out by hand. The last line is `N passed, N failed`.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from cases import CASES  # noqa: E402
from speaks import silent  # noqa: E402

HEAD = """import jax
from jax import numpy as jnp
from catalyst import qjit, for_loop, while_loop, cond
def say(f, tag, *args):
    try:
        r = f(*args)
    except Exception as e:
        print("@", tag, "failed")
        return
    for k, a in enumerate(r if type(r) is tuple else (r,)):
        print("@", tag, k, jnp.shape(a), "#", repr(a).replace(chr(10), " "))
"""
SIZES = {name: 2 + i for i, name in enumerate("abhikmno")}


def arguments(text):
    return [a.split(":") for a in text.split()]


def lengths(kind):
    return kind[1:-1].split(",") if kind[0] == "[" else []


def value(kind, sizes, by=0):
    if kind == "int":
        return str(2 + by)
    if kind == "float":
        return str(1.5 + by)
    if kind == "bool":
        return str(by % 2 == 0)
    if kind == "ints":
        return f"jnp.array([1, {2 + by}, 3])"
    shape = "(%s,)" % ", ".join(str(sizes.get(d, d)) for d in lengths(kind))
    return f"(jnp.arange(1.0, {' * '.join(str(sizes.get(d, d)) for d in lengths(kind))} + 1).reshape({shape}) + {by})"


def axes(args):
    specs = []
    for _, kind in args:
        named = [f'{i}: "{d}"' for i, d in enumerate(lengths(kind)) if d.isalpha()]
        specs.append("{%s}" % ", ".join(named))
    return "(%s,)" % ", ".join(specs) if any(s != "{}" for s in specs) else ""


def variants(args):
    """(item, expressions of the arguments), from two starts, "" as the item: each item changed on its own."""
    for start in (0, 1):
        at = {"int": start, "bool": start, "ints": start}
        first = [at.get(k, -50 * start) for _, k in args]
        yield "", [value(k, SIZES, f) for (_, k), f in zip(args, first)]
        sized = set()
        for i, (name, kind) in enumerate(args):
            for by in (1, 2, -2) if kind == "int" else (1,) if kind == "bool" else (7, 50):
                yield f"value {name}", [value(k, SIZES, f + by * (i == j)) for j, ((_, k), f) in enumerate(zip(args, first))]
            for axis, d in enumerate(lengths(kind)):
                if d.isalpha() and d not in sized:
                    sized.add(d)
                    for more in (1, 3):
                        yield f"shape {name}[{axis}]", [value(k, {**SIZES, d: SIZES[d] + more}, f) for (_, k), f in zip(args, first)]


def program(name, args, body):
    named = axes(args)
    params = ", ".join(n if named or k in ("bool", "ints") or k[0] == "[" else f"{n}: {k}" for n, k in args)
    text = f"@qjit{f'(abstracted_axes={named})' if named else ''}\ndef {name}({params}):\n{body}"
    for i, (_, values) in enumerate(variants(args)):
        text += f'say({name}, "{name} {i}", {", ".join(values)})\n'
    return text


def ask(dbidx, programs, folder):
    """For each (name, arguments, body, question): what is printed by variant, what is answered."""
    file = pathlib.Path(folder) / "p.py"
    file.write_text(HEAD + "".join(program(n, a, b) for n, a, b, _ in programs))
    lines = [f":load {file}"]
    for name, _, _, question in programs:
        lines += [f'print("@@ {name}")', f":needs {name} {question}"]
    done = subprocess.run([dbidx], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=300)
    printed, answers, name = {}, {}, None
    for line in done.stdout.splitlines():
        if m := re.match(r"@ (\w+) (\d+) (.*)", line):
            printed.setdefault(m[1], {}).setdefault(int(m[2]), []).append(m[3])
        elif line.startswith("@@ "):
            name = line[3:]
        elif name and (m := re.match(r"  (?:axis \d+: )?((?:nothing|shape|value).*)", line)):
            answers.setdefault(name, []).append(m[1])
    return printed, answers, done.stdout + done.stderr


def items(answer):
    return [] if answer.startswith("nothing") else answer.split(";")[0].split(", ")


def asked_of(line, question, axis):
    """The part of what a call printed that was asked for."""
    shape, text = re.match(r"\d+ (.*?) # (.*)", line).groups()
    if question.startswith("value"):
        return text
    return re.findall(r"\d+", shape)[axis]


def covers(answer, item):
    return any(item == a or item == re.sub(r"\[[\d:]+\]$", "", a) and a.startswith("value") for a in answer)


def compare(name, args, question, printed, answers, wanted):
    """The complaints, and how many comparisons there were."""
    wrong, n, which = [], 0, int(question.split()[1])
    calls = printed.get(name, {})
    base = calls.get(0, ["failed"])
    if base == ["failed"] or name not in answers:
        return ["it does not run, or there is no answer"], 0
    for axis, answer in enumerate(answers[name]):
        known = items(answer)
        if answer.startswith("nothing: it is a scalar"):
            continue
        changed = set()
        for i, (item, _) in enumerate(variants(args)):
            if not item:
                base = calls.get(i, ["failed"])
            if not item or "failed" in (base[0], calls.get(i, ["failed"])[0]):
                continue
            same = asked_of(calls[i][which], question, axis) == asked_of(base[which], question, axis)
            changed |= set() if same else {item}
            of_value = f"value {item[6:].split('[')[0]}" if item.startswith("shape") else item
            if not covers(known, item) and not covers(known, of_value):
                n += 1
                if not same:
                    wrong.append(f"axis {axis}: {item} is not in '{answer}' and changes it")
        if wanted:
            wrong += [f"{a} is in '{answer}' and changes nothing" for a in known if not any(covers([a], c) for c in changed)]
    return wrong, n


# ---- random programs ----


class Random:
    """A function of integers, a float, a bool and two arrays, by random statements."""

    ARGS = arguments("n:int k:int s:float p:bool x:[a] y:[b]")

    def __init__(self, seed):
        self.r = random.Random(seed)
        self.ints, self.arrays, self.lines = ["n", "k", "x.shape[0]", "y.shape[0]"], ["x", "y"], []

    def integer(self):
        a, b = self.r.choice(self.ints), self.r.choice(self.ints)
        return self.r.choice([f"{a} + {b}", f"{a} + 1", f"2 * {a}", f"jnp.maximum({a}, {b})", f"jnp.abs({a} - {b})", a, f"{a} % 3"])

    def array(self):
        u, v = self.r.choice(self.arrays), self.r.choice(self.arrays)
        return self.r.choice([f"jnp.concatenate([{u}, {v}])", f"jnp.ones(({self.r.choice(self.ints)},)) * s", f"{u} * 2.0", f"{u} + jnp.sum({v})",
                              f"jnp.where({u} > 1, {u}, s)", f"jax.jit(lambda a, b: b)({u}, {v})", f"jnp.cumsum({u})"])

    def statement(self, i):
        kind, name = self.r.randrange(6), f"t{i}"
        if kind == 0:
            self.lines.append(f"    {name} = {self.integer()}")
            return self.ints.append(name)
        if kind <= 2:
            self.lines.append(f"    {name} = {self.array()}")
        elif kind == 3:
            test = self.r.choice(["p", f"{self.r.choice(self.ints)} > 2", "s > 0.0"])
            self.lines += [f"    @cond({test})", f"    def {name}c():", f"        return {self.array()}", f"    @{name}c.otherwise",
                           f"    def {name}c():", f"        return {self.array()}", f"    {name} = {name}c()"]
        elif kind == 4:
            step = self.r.choice(["b, a", f"jnp.concatenate([a, b]), b", "a * 2.0, jnp.concatenate([b, x])", "jnp.ones((a.shape[0] + 1,)), b"])
            self.lines += [f"    @for_loop(0, {self.r.choice(['k', 'n', '2'])}, 1, allow_array_resizing=True)", f"    def {name}b(i, a, b):",
                           f"        return {step}", f"    {name} = {name}b({self.r.choice(self.arrays)}, {self.r.choice(self.arrays)})[{self.r.randrange(2)}]"]
        else:
            stop = self.r.choice(["a.shape[0] < 9", "jnp.sum(a) < 20.0"])
            self.lines += [f"    @while_loop(lambda a, i: jnp.logical_and({stop}, i < 4), allow_array_resizing=True)", f"    def {name}b(a, i):",
                           f"        return {self.r.choice(['jnp.concatenate([a, a])', 'a * 2.0', 'jnp.ones((i + 1,))'])}, i + 1",
                           f"    {name} = {name}b({self.r.choice(self.arrays)}, 0)[0]"]
        return self.arrays.append(name)

    def body(self):
        for i in range(self.r.randrange(2, 7)):
            self.statement(i)
        return "\n".join(self.lines) + f"\n    return {self.arrays[-1]}\n"


def main():
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("-n", type=int, default=200)
    o.add_argument("-s", "--seed", default="needs")
    o.add_argument("program")
    o = o.parse_args()
    passed = failed = compared = 0
    if silent(o.program):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        programs = [(n, arguments(a), b, q) for n, a, b, q, _ in CASES]
        printed, answers, text = ask(o.program, programs, folder)
        for (name, args, _, question), case in zip(programs, CASES):
            wrong, _ = compare(name, args, question, printed, answers, True)
            got = [re.sub(r"; at most$", "", a) for a in answers.get(name, []) if a != "nothing: it is a scalar"]
            if got != case[4]:
                wrong.append(f"{got}, worked out by hand {case[4]}")
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for w in wrong:
                print(f"FAIL {name}, {question}: {w}")
        for first in range(0, o.n, 25):
            programs = [(f"r{i}", Random.ARGS, Random(f"{o.seed}/{i}").body(), "shape 0") for i in range(first, min(o.n, first + 25))]
            printed, answers, text = ask(o.program, programs, folder)
            for name, args, body, question in programs:
                wrong, n = compare(name, args, question, printed, answers, False)
                compared += n
                passed, failed = passed + (not wrong), failed + bool(wrong)
                for w in wrong:
                    print(f"FAIL {o.seed} {name}: {w}\n{body}")
    if compared < 5 * o.n:
        failed += 1
        print(f"FAIL only {compared} changes were compared")
    print(f"{compared} changes of what is not needed")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
