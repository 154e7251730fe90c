#!/usr/bin/env python3
"""Shapes that are wrong for what a program computes are refused by IREE and by JAX, by the guard of the text and with its message.

usage: refused.py DBIDX [--python=PYTHON] [--on=iree,xla]

PYTHON has the packages of IREE and JAX (python3). Each program is called with shapes that fit, whose result has to be the interpreter's, and
with others, which the interpreter refuses: there as here it has to be the same class of error, and the message has to be that of a guard
of the text. The last line is `N passed, N failed`.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import speaks  # noqa: E402

RESHAPED = "E706: an array cannot be reshaped into one of another size"
NEGATIVE = "E701: negative dimensions are not allowed"
LONGER = "E706: a slice is longer than its axis"
DIVIDED = "E703: integer division by zero"
X, XK, XY, A, AK, AB, N, NM = "x:n", "x:n, k", "x:n, y:m", "a:n:m", "a:n:m, k", "a:n:m, b:p:q", "n", "n, m"
CASES = [  # parameters with their axes, result, arguments that fit, that do not, guard
    (XK, "x.reshape(k, 2)", "row(4), 2", "row(4), 3", RESHAPED),
    (XK, "x.reshape(k, 2)", "row(6), 3", "row(5), 3", RESHAPED),
    (XK, "(x * 2).reshape(k, 2).sum(axis=0)", "row(4), 2", "row(6), 2", RESHAPED),
    (XK, "jnp.concatenate([x, x]).reshape(k, 2)", "row(3), 3", "row(3), 2", RESHAPED),
    (XK, "x.reshape(k, k)", "row(9), 3", "row(8), 3", RESHAPED),
    (AK, "a.reshape(k)", "grid(2, 3), 6", "grid(2, 3), 5", RESHAPED),
    (AK, "a.T.reshape(k, 3)", "grid(2, 3), 2", "grid(2, 4), 2", RESHAPED),
    (AK, "a.reshape(2, k) @ jnp.ones(k)", "grid(2, 3), 3", "grid(2, 3), 4", RESHAPED),
    (NM, "jnp.arange(n * 3).reshape(m, 2)", "2, 3", "4, 2", RESHAPED),
    (NM, "jnp.ones(n).reshape(m)", "4, 4", "4, 3", RESHAPED),
    (NM, "jnp.ones([n, m]).reshape(n + 1)", "1, 2", "2, 3", RESHAPED),
    (N, "jnp.ones(n - 2)", "3", "1", NEGATIVE),
    (NM, "jnp.zeros(n - m)", "3, 2", "3, 4", NEGATIVE),
    (NM, "jnp.ones([n, m - 3])", "2, 4", "2, 1", NEGATIVE),
    (NM, "jnp.full(n - m, 2.0)", "3, 1", "1, 3", NEGATIVE),
    (NM, "jnp.cumsum(jnp.ones(n - m))", "5, 2", "2, 5", NEGATIVE),
    (NM, "jnp.sum(jnp.ones([n - m, m - n + 4]))", "3, 2", "9, 2", NEGATIVE),
    (X, "lax.dynamic_slice(x, (0,), (2,))", "row(3)", "row(1)", LONGER),
    (X, "lax.dynamic_slice_in_dim(x * 2, 1, 3)", "row(4)", "row(2)", LONGER),
    (A, "lax.dynamic_slice(a, (0, 1), (2, 2))", "grid(2, 3)", "grid(2, 1)", LONGER),
    (A, "lax.dynamic_slice(a, (0, 1), (2, 2))", "grid(3, 3)", "grid(1, 3)", LONGER),
    (XY, "lax.dynamic_update_slice(x, y, (0,))", "row(4), row(3)", "row(3), row(4)", LONGER),
    (AB, "lax.dynamic_update_slice(a, b, (0, 1))", "grid(3, 3), grid(2, 2)", "grid(2, 3), grid(3, 2)", LONGER),
    (NM, "jnp.ones(n // (m - 2))", "6, 4", "6, 2", DIVIDED),
]
HEAD = """from jax import lax, numpy as jnp
from catalyst import qjit


def row(n):
    return jnp.arange(n) * 0.5


def grid(n, m):
    return row(n * m).reshape(n, m)


def say(f, *args):
    try:
        print(f(*args))
    except Exception as e:
        print(type(e).__name__, str(e).replace("\\n", " "))
"""


def program(parameters, result, fits, wrong):
    names = [p.split(":") for p in parameters.split(", ")]
    axes = "".join(f"{{{', '.join(f'{i}: {a!r}' for i, a in enumerate(p[1:]))}}}, " for p in names)
    options = f"(abstracted_axes=({axes}))" if ":" in parameters else ""
    head = ", ".join(p[0] + ("" if p[1:] else ": int") for p in names)
    return f"{HEAD}\n\n@qjit{options}\ndef f({head}):\n    return {result}\n\n\nsay(f, {fits})\nsay(f, {wrong})\n"


def run(dbidx, path, env, *options):
    try:
        r = subprocess.run([dbidx, *options, str(path)], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return ""
    return r.stdout


def judge(dbidx, folder, env, peers, case):
    """What is wrong, of each peer."""
    *text, guard = case
    path = pathlib.Path(folder, "f.py")
    path.write_text(program(*text))
    message = guard.partition(": ")[2]
    ours = run(dbidx, path, env, "run", "--no-init", "--engine=interp").splitlines()
    kind = re.match(r"\w*", ours[-1] if ours else "")[0]
    for peer in peers:
        form, made = {"xla": "jaxexport", "iree": "iree"}[peer], pathlib.Path(folder, f"made.{peer}")
        theirs = run(dbidx, path, env, "run", "--no-init", f"--on={peer}").splitlines()
        run(dbidx, path, env, "inspect", "--no-init", f"--emit={form}", "--force", "-o", str(made))
        guarded = guard.encode() in made.read_bytes()
        yield "" if theirs == [*ours[:-1], f"{kind} {message}"] and guarded else f"{peer}: {ours} became {theirs}{'' if guarded else ', without a guard'}"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program", type=pathlib.Path)
    p.add_argument("--python", default="python3")
    p.add_argument("--on", default="iree,xla")
    o = p.parse_args()
    dbidx = str(o.program.resolve())
    if speaks.silent(dbidx):
        return 1
    env = {**os.environ, "DBIDX_PEER": o.python, "DBIDX_CACHE": "session", "NO_COLOR": "1"}
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            for wrong in judge(dbidx, folder, env, o.on.split(","), case):
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAIL {case[1]} of {case[3]}, {wrong}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
