#!/usr/bin/env python3
"""Random programs: both engines and plain Python have to agree on each of them.

A program is bad if a process dies or hangs, the engines print different text, a result differs from
what plain Python computes, a type turns out wrong at run time, a well-typed program is refused, or
a Jaxpr does not read back. Bad programs are shrunk and stored. The last line is `N passed, N failed`.
"""
import argparse
import bisect
import collections
import itertools
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import generate
import model
import shrink

BATCH = 100
SAME_TEXT = ("check", "refuses a typed program", "refuses a call", "wrong type")
HEADER = """from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp
import jax

def show(r):
    if isinstance(r, (tuple, list)):
        for x in r:
            show(x)
    else:
        print(r.shape, r.dtype, r.tolist())

"""
TRY_CALL = """    print('@')
    try:
        show({call})
    except Exception as e:
        print('!', type(e).__name__, e)
"""


class Case:
    """A program and what Python computes for each of its calls (None: nothing is known)."""

    def __init__(self, source, calls, mixed):
        self.source, self.mixed = source, mixed
        self.calls, self.expected = [], []
        scope = model.define(source)
        for call in calls:
            try:
                value = model.run(scope, call)
            except model.TooLarge:
                continue
            except model.Undefined as e:
                value = e
            self.calls.append(call)
            self.expected.append(value)

    def text(self):
        lines = "".join(f"    {line}\n" for line in self.source.splitlines())
        calls = "".join(TRY_CALL.format(call=c) for c in self.calls)
        return f"print('#')\ntry:\n{lines}{calls}except Exception as e:\n    print('!!', type(e).__name__, e)\n"


class Runner:
    """Runs cases in as few processes as possible."""

    def __init__(self, program, folder, engines=("interp", "jit"), options=()):
        self.program, self.engines, self.options = program, engines, options
        self.file = pathlib.Path(folder) / "batch.py"

    def command(self, *args):
        try:
            r = subprocess.run(
                [self.program, *args, *self.options, str(self.file)], capture_output=True, text=True, errors="replace", timeout=20 + 2 * BATCH
            )
        except subprocess.TimeoutExpired:
            return None, "", ""
        return r.returncode, r.stdout, r.stderr

    def write(self, cases):
        self.file.write_text(HEADER + "".join(c.text() for c in cases))

    def engine(self, cases, engine):
        """One text per case; what happened instead, for a single case."""
        self.write(cases)
        status, out, err = self.command("run", "--no-init", f"--engine={engine}")
        blocks = out.split("#\n")[1:]
        if status == 0 and len(blocks) == len(cases):
            return blocks
        if len(cases) == 1:
            what = "hangs" if status is None else f"signal {-status}" if status < 0 else f"exit {status}"
            return [f"died: {what}\n{err[-600:]}"]
        half = len(cases) // 2
        return self.engine(cases[:half], engine) + self.engine(cases[half:], engine)

    def check(self, cases):
        """Findings of `dbidx check`, one text per case."""
        self.write(cases)
        status, out, err = self.command("check", "--no-init", "--engine=interp")
        places = [re.match(r".*batch\.py:(\d+):", line) for line in out.splitlines()]
        if len(cases) == 1 and status != 0:
            return [(out + err)[-600:] or f"exit {status}"]
        if status not in (0, 1) or None in places:
            half = len(cases) // 2
            return self.check(cases[:half]) + self.check(cases[half:])
        findings = [""] * len(cases)
        ends = list(itertools.accumulate((c.text().count("\n") for c in cases), initial=HEADER.count("\n")))
        for m in places:
            findings[bisect.bisect_left(ends, int(m[1])) - 1] += m.string + "\n"
        return findings

    def verdicts(self, cases):
        interp, jit = (self.engine(cases, e) if e in self.engines else None for e in ("interp", "jit"))
        return [verdict(*t) for t in zip(cases, interp or jit, jit or interp, self.check(cases))]


# ---- judging ----


def close(x, y):
    return x == y or math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-9) or (x != x and y != y)


def flat(v):
    return [x for u in v for x in flat(u)] if isinstance(v, list) else [v]


def parsed(line):
    m = re.fullmatch(r"(\([\d, ]*\)) (\w+) (.*)", line)
    names = {"nan": math.nan, "inf": math.inf}
    return m and (eval(m[1]), m[2], flat(eval(m[3], names)))


def same_results(lines, expected):
    got = [parsed(line) for line in lines]
    if len(got) != len(expected) or None in got:
        return False
    return all(
        g[0] == e[0] and g[1] == e[1] and len(g[2]) == len(e[2]) and all(map(close, g[2], e[2]))
        for g, e in zip(got, expected)
    )


def alike(x, y):
    """Two outputs that differ in roundings at most (the order in which a sum is taken)."""
    if x == y:
        return True
    x, y = x.splitlines(), y.splitlines()
    return len(x) == len(y) and all(
        a == b or parsed(a) and parsed(b) and same_results([a], [parsed(b)]) for a, b in zip(x, y)
    )


def judge_call(lines, expected):
    refused = lines[0][2:] if lines and lines[0].startswith("! ") else None
    if refused and refused.startswith("RuntimeError"):
        return "wrong type", refused
    if isinstance(expected, model.Unequal):
        return ("" if refused else "unequal lengths accepted"), "\n".join(lines)
    if isinstance(expected, model.Undefined) or not refused and same_results(lines, expected):
        return "", ""
    wanted = "\n".join(f"{s} {d} {v}" for s, d, v in expected)
    what = "refuses a call" if refused else "wrong result"
    return what, "\n".join(lines) + "\nexpected:\n" + wanted


def verdict(case, interp, jit, findings):
    """(what is wrong, details); ("", ...) if nothing is, ("refused", ...) if that is all right."""
    for name, out in (("interp", interp), ("jit", jit)):
        if out.startswith("died"):
            return f"{name} {out.splitlines()[0]}", out
    calls = interp.split("@\n")[1:]
    untraced = [line for line in interp.splitlines() if line.startswith("!!")]
    judged = [judge_call(c.splitlines(), e) for c, e in zip(calls, case.expected)]
    refused = untraced or all(c.startswith("! ") for c in calls)
    if not (refused and case.mixed):
        for what, details in judged:
            if what:
                return what, details
    if not alike(interp, jit):
        return "engines differ", f"interp:\n{interp}\njit:\n{jit}"
    if findings:
        return "check", findings
    if untraced and not case.mixed:
        return "refuses a typed program", untraced[0]
    return "", untraced[0] if untraced else ""


# ---- the run ----


def cases_of(seed, first, n):
    """The programs numbered first .. first + n - 1 of a seed."""
    out = []
    for i in range(first, first + n):
        p = generate.Program(random.Random(f"{seed}/{i}"), f"f{i}")
        case = Case(p.source, p.calls, p.mixed)
        if case.calls:
            out.append(case)
    return out


def kind(what, details):
    """Two findings of one kind count as the same: the first line without places, names and numbers."""
    line = details.splitlines()[0] if details and what in SAME_TEXT else ""
    return what, re.sub(r"'\w+'|\d+", "", re.sub(r"^.*\.py:\S*", "", line))


def smallest(runner, case, wanted):
    def bad(source, calls=None):
        try:
            c = Case(source, calls or case.calls, case.mixed)
            return c.calls and kind(*runner.verdicts([c])[0]) == wanted
        except Exception:  # not a program any more
            return False

    for call in case.calls:  # one call is enough if it fails alone
        if bad(case.source, [call]):
            case = Case(case.source, [call], case.mixed)
            break
    return Case(shrink.shrink(case.source, bad), case.calls, case.mixed)


def nested(shape, data):
    if not shape:
        return data[0]
    size = math.prod(shape[1:])
    return [nested(shape[1:], data[i * size : (i + 1) * size]) for i in range(shape[0])]


def store(folder, name, case, what):
    """NAME.py, and NAME.out with what it should print, if that is known."""
    folder.mkdir(parents=True, exist_ok=True)
    text = f'"""{what}"""\n{HEADER}{case.source}\n' + "".join(f"show({c})\n" for c in case.calls)
    (folder / f"{name}.py").write_text(text)
    if not any(isinstance(e, model.Undefined) for e in case.expected):
        lines = [f"{s} {d} {nested(s, v)}\n" for e in case.expected for s, d, v in e]
        (folder / f"{name}.out").write_text("".join(lines))


def main():
    here = pathlib.Path(__file__).resolve()
    args = argparse.ArgumentParser(description=__doc__)
    args.add_argument("-n", type=int, default=500, help="how many programs (500)")
    args.add_argument("-s", "--seed", default="1")
    args.add_argument("--first", type=int, default=0, help="number of the first program")
    args.add_argument("--program", default=str(here.parents[2] / "build/gcc/repl/dbidx"), help="dbidx to test")
    args.add_argument("--found", type=pathlib.Path, default=here.parent / "found", help="where bad programs go")
    args.add_argument("--engine", action="append", choices=("interp", "jit"), help="only this one (both)")
    args.add_argument("--option", action="append", default=[], help="for dbidx, as in --option=--dims=symbolic")
    args.add_argument("--no-shrink", action="store_true")
    args.add_argument("--show", type=int, help="prints one program and what it should compute")
    o = args.parse_args()
    if o.show is not None:
        for c in cases_of(o.seed, o.show, 1):
            print(HEADER + c.source + "\n" + "".join(f"show({c})\n" for c in c.calls))
            for e in c.expected:
                print("#", e)
        return 0
    passed = failed = 0
    tally, refusals = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(o.program, folder, o.engine or ["interp", "jit"], o.option)
        for first in range(o.first, o.first + o.n, BATCH):
            cases = cases_of(o.seed, first, min(BATCH, o.first + o.n - first))
            for case, (what, details) in zip(cases, runner.verdicts(cases)):
                tally["mixed" if case.mixed else "typed"] += 1
                if not what:
                    passed += 1
                    refusals[re.sub(r"\d+", "N", details)[:70]] += bool(details)
                    continue
                failed += 1
                name = re.search(r"def (f\d+)\(", case.source)[1]
                print(f"FAIL {o.seed}/{name[1:]}: {what}: {details.splitlines()[0] if details else ''}", flush=True)
                if not o.no_shrink:
                    store(o.found, f"{o.seed}_{name}", smallest(runner, case, kind(what, details)), what)
    untraced = sum(refusals.values())
    print(f"{passed + failed - untraced} traced, {untraced} refused (lengths mixed on purpose in {tally['mixed']})")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
