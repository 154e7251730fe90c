#!/usr/bin/env python3
"""Lengths that are equal as polynomials (dims=symbolic): tests/symbolic/run.py DBIDX.

What accepted.py holds has to be refused with dims=identity, with a note that names the option; with
dims=symbolic it has to run on both engines as plain Python does, and its printed Jaxprs have to pass the
type checker when they are read again. What refused.py holds has to be refused with the reason and sizes
that tell the lengths apart. The last line is `N passed, N failed`.
"""
import ast
import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import accepted  # noqa: E402
import refused  # noqa: E402

HEAD = "import jax\nimport jax.numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n"
OPTION = "with dims=symbolic (--dims=symbolic, or `:set dims symbolic`) they are equal"
SIZES = 20
counts = {True: 0, False: 0}


def judge(ok, what, why=""):
    counts[bool(ok)] += 1
    if not ok:
        print(f"FAIL {what}: {why}")


def dbidx(args, text):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(HEAD + text)
        f.flush()
        p = subprocess.run([PROGRAM, *args, f.name], capture_output=True, text=True, timeout=120)
    return p.returncode, p.stdout, p.stderr


def points(n_args):
    if n_args == 1:
        return [(n,) for n in range(SIZES)]
    return list(itertools.islice(((n, m) for n in range(5) for m in range(5)), SIZES))


def accept(name, source, n_args, model, *options):
    status, _, err = dbidx(["run", "--engine=interp", *options], source + "f(%s)\n" % ", ".join("3" * n_args))
    refused = status and "error[E" in err
    judge(refused, name, "dims=identity accepts it")
    judge(refused and (OPTION in err) == (name not in accepted.RESULTS), name, "the option is not named:\n" + err)
    calls = "".join(f"print(f{p if len(p) > 1 else f'({p[0]})'}.tolist())\n" for p in points(n_args))
    for engine in "interp", "jit":
        status, out, err = dbidx(["run", "--dims=symbolic", f"--engine={engine}", *options], source + calls)
        have = [ast.literal_eval(line) for line in out.splitlines()] if not status else []
        want = [model(*p) for p in points(n_args)]
        judge(have == want, f"{name} ({engine})", err or first_difference(have, want))
    status, out, err = dbidx(["check", "--dims=symbolic", *options], source + calls + "not_defined\n")
    found = re.findall(r":(\d+):\d+: error\[(E\d+)\]", out)  # nothing but what was put there
    judge(found == [(str((HEAD + source + calls).count("\n") + 1), "E201")], name + " (check)", out + err)


def first_difference(have, want):
    return next((f"{h} is not {w}" for h, w in zip(have, want) if h != w), "too few results")


def refuse(name, source, message, note):
    n_args = source.split("def f(", 1)[1].split(")", 1)[0].count(":")
    status, _, err = dbidx(["run", "--dims=symbolic", "--engine=interp"],
                           source + "f(%s)\n" % ", ".join("3" * n_args))
    first = err.split("\n", 1)[0]
    judge(status and message in first, name, "the first line is " + first)
    if note:
        notes = [line.strip() for line in err.splitlines() if line.strip().startswith("= as polynomials")]
        judge(any(note in line for line in notes), name, f"{notes} have no\n    {note}")


def main():
    for row in accepted.ROWS:
        accept(*row)
    for row in refused.ROWS:
        refuse(*row)
    print(f"{counts[True]} passed, {counts[False]} failed")
    return counts[False] > 0


PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "build/repl/dbidx"
sys.exit(main())
