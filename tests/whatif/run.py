#!/usr/bin/env python3
"""The rows of `:whatif F(TYPES)`, and each of them as the program.

usage: run.py DBIDX
The cases of cases.py: the rows are those that were worked out by hand. Each row is assumed: the program then has the types of
the row (it runs on arguments for which the conditions hold, and the results have the sizes), or it fails with the class of the
row. Arguments are found by trying small ones until Python says that the conditions hold. The last line is
`N passed, N failed`.
"""
import ast
import itertools
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
from cases import ALIKE, BUDGET, CASES, FORKS, MANY, NO_TYPE, PAIR, RECURSION  # noqa: E402
from speaks import silent  # noqa: E402

HEAD = "import jax\nfrom jax import numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n"
DTYPES = {"f64": "float64", "f32": "float32", "i64": "int64", "i32": "int32", "i8": "int8", "bool": "bool"}


def arguments(question):
    """(name, dtype, lengths) of what is unknown."""
    for text in re.split(r", (?![^[]*\])", question):
        if m := re.fullmatch(r"(\w+): (\w+)(?:\[(.*)\])?", text):
            yield m[1], {"int": "i64", "float": "f64"}.get(m[2], m[2]), [s.strip() for s in m[3].split(",")] if m[3] else []


def values(conditions, question, seed):
    """Values of arguments and lengths for which the conditions hold: a dictionary, with the expressions of the arguments."""
    r = random.Random(seed)
    for _ in range(5000):
        env, given = {}, []
        for name, dtype, lengths in arguments(question):
            sizes = []
            for axis, d in enumerate(lengths):
                d = d if d not in "_?" else f"{name}_{axis}"
                sizes.append(int(d) if d.isdigit() else env.setdefault(d, r.choice([1, 2, 3, 4, 5, 6])))
            if not lengths:
                env[name] = {"b": r.random() < 0.5, "i": r.randrange(0, 5), "f": r.choice([-1.5, 1.5])}[dtype[0]]
                given.append(f"jnp.array({env[name]}, dtype=jnp.{DTYPES[dtype]})" if dtype[1:] in ("8", "32") else str(env[name]))
            else:
                given.append(f"jnp.ones(({', '.join(map(str, sizes))},), dtype=jnp.{DTYPES[dtype]})")
        equal = "True" if conditions == "always" else " and ".join(f"({c})" for c in conditions.split(", "))
        env["loop"] = None
        if eval(equal, {}, env):
            return env, given
    raise ValueError(f"no values are such that {conditions}")


class Lengths:
    """`x[1:].shape[0]` and `jnp.concatenate([x, y]).shape[0]`, of lengths alone."""

    def __init__(self, n):
        self.shape = (n,)

    def __getitem__(self, key):
        return Lengths(len(range(self.shape[0])[key]))


class jnp:
    concatenate = staticmethod(lambda parts: Lengths(sum(p.shape[0] for p in parts)))


def shape_of(text):
    """Of what `:run` prints: (dtype or None, shape)."""
    m = re.fullmatch(r"(?:array|Array)\((\[.*\])(?:, dtype=(\w+))?\)|(\S+)", " ".join(text.split()))
    v, shape = ast.literal_eval((m[1] or m[3]).replace("inf", "0")), []
    while isinstance(v, list):
        shape.append(len(v))
        v = v[0] if v else 0
    return m[2], tuple(shape)


def check_run(outcome, label, conditions, question, printed):
    env, _ = values(conditions, question, question)
    m = re.fullmatch(r"(\w+)\[(.*)\]", outcome)
    for name, _, lengths in arguments(question):
        if lengths:
            env.setdefault(name, Lengths(env.get(lengths[0], 0)))
    try:
        dtype, shape = shape_of(printed)
    except (TypeError, SyntaxError, ValueError):
        return f"the run prints {printed!r}"
    if dtype not in (None, DTYPES[m[1]]):
        return f"the run gives {dtype}, not {outcome}"
    if label == "over":
        return None if len(shape) == 1 else f"the run gives {shape}, not {outcome}"
    want = eval(f"({m[2]},)" if m[2] else "()", {"jnp": jnp}, env)
    return None if shape == want else f"the run gives {shape}, not {want} of {outcome}"


def rows_of(text):
    """What `:whatif` printed: (conditions, outcome, label)."""
    rows = []
    for line in text.splitlines():
        if re.match(r"  (?! )(?!= )", line) and (m := re.match(r"  (.+?)  +(\S.*)", line)):
            outcome, _, label = m[2].rpartition("  ")
            if label not in ("exact", "over"):
                outcome, label = re.match(r"\w*(?:\[.*\])?", m[2])[0], ""
            rows.append((m[1], outcome, label))
    return rows


def session(case):
    name, settings, text, question, rows = case
    lines = [f'print("@@ {name} settings")', ":set resizing off", ":set dims identity"] + ([settings] if settings else [])
    lines += [text.format(name), f'print("@@ {name} rows")', f":whatif {name}({question})"]
    for i, (conditions, outcome, label) in enumerate(rows):
        if conditions is not None:
            lines += [f'print("@@ {name} {i} made")', f":assume {conditions} of {name}({question})"]
        if conditions is not None and label:
            lines += [f'print("@@ {name} {i} run")', f":run {', '.join(values(conditions, question, question)[1])}"]
    return "\n".join(lines) + "\n"


def check(case, said):
    name, _, _, question, rows = case
    wrong = []
    want = [(c if c else "else", o, "" if label == "run" else label) for c, o, label in rows]
    got = rows_of(said.get(f"{name} rows", ""))
    if got != want:
        wrong.append(f"{got}, worked out by hand {want}")
    for i, (conditions, outcome, label) in enumerate(rows):
        made, run = said.get(f"{name} {i} made", ""), said.get(f"{name} {i} run", "")
        error = f"] {outcome}:"
        if conditions is None:
            continue
        if not label and error not in made:
            wrong.append(f"{conditions}, assumed, does not fail with {outcome}: {made}")
        elif label and "error[" in made:
            wrong.append(f"{conditions}, assumed, fails: {made}")
        elif label == "run" and error not in run:
            wrong.append(f"{conditions} does not fail with {outcome} when it runs: {run}")
        elif label in ("exact", "over") and (w := check_run(outcome, label, conditions, question, run)):
            wrong.append(f"{conditions}: {w}")
    return wrong


# Of the turns that are followed, and of those that are not.
TURNS = {
    "budget": [("f64[4,7]", "over")] + [("f64[4,7]", "exact")] * 6,
    "recursion": [("f64[a,3]", "exact")] + [("f64[x.shape[0],3]", "exact")] * 5 + [("f64[_,3]", "over")],
    "no_type": [(f"{'f64' if k < 3 else 'i64'}[{k}]", "exact") for k in range(6)] + [("not", "")],
}


def answers(names):
    """All answers, as they are followed: conditions and truths."""
    for truths in itertools.product((True, False), repeat=len(names)):
        yield ", ".join(n if t else f"not {n}" for n, t in zip(names, truths)), truths


def check_forks(said):
    """Names and what is wrong with the rows, or with how often the function was traced for them."""
    names = "pqrstu"[:FORKS]
    want = [(c, ", ".join("f64[n]" if t else f"f64[every[{i}].shape[0]]" for i, t in enumerate(truths)), "exact")
            for c, truths in answers(names)]
    for name, most in (("many", 2 * FORKS + 1), ("alike", 2 * FORKS + 1 + FORKS * (FORKS - 1) // 2)):
        text = said.get(f"{name} rows", "")
        traced = re.search(r"traced (\d+) times; (\d+) paths more", text)
        if rows_of(text) != want:
            yield name, f"{rows_of(text)}, not {want}"
        else:
            yield name, "" if traced and (int(traced[1]), int(traced[2])) == (most, 2 ** (FORKS + 1) - 1 - most) else text.splitlines()[-1]
    want = [(c, f"f64[{'n' if p else 'a.shape[0]'}], f64[#], f64[{'n' if r else 'c.shape[0]'}]", "exact") for c, (p, _, r) in answers("pqr")]
    text = said.get("pair rows", "")
    got = [(c, re.sub(r"(f64.*?, f64)\[.*\](, f64.*)", r"\1[#]\2", o), label) for c, o, label in rows_of(text)]
    traced = re.search(r"traced (\d+) times; (\d+) paths more", text)
    right = got == want and traced and int(traced[1]) + int(traced[2]) == 15 and int(traced[2]) > 0
    yield "pair", "" if right else text


def main():
    program = sys.argv[1]
    if silent(program):
        return 1
    text = HEAD + "".join(session((*c, [])) if len(c) == 4 else session(c) for c in [*CASES, MANY, ALIKE, PAIR, BUDGET, RECURSION, NO_TYPE])
    done = subprocess.run([program, "--width=200"], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
    said = {}
    for part in re.split(r"^@@ ", done.stdout, flags=re.M)[1:]:
        head, _, rest = part.partition("\n")
        said[head] = rest
    passed = failed = 0
    for case in CASES:
        wrong = check(case, said)
        passed, failed = passed + (not wrong), failed + bool(wrong)
        for w in wrong:
            print(f"FAIL {case[0]}: {w}")
    for name, wrong in check_forks(said):
        passed, failed = passed + (not wrong), failed + bool(wrong)
        print(f"FAIL {name}: {wrong}" if wrong else f"{name}: {said[name + ' rows'].splitlines()[-1].strip(' =')}")
    for name, want in TURNS.items():
        rows = said.get(f"{name} rows", "")
        true = [(o, label) for _, o, label in rows_of(rows)] == want
        passed, failed = passed + true, failed + (not true)
        if not true:
            print(f"FAIL {name}: {rows}")
    print(f"{sum(len(c[4]) for c in CASES)} rows")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
