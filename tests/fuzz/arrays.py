#!/usr/bin/env python3
"""Random functions of arrays: the JIT, which fuses their loops, has to give what the interpreter does.

Elementwise operations, reductions, axes of length 1, transposes, updates and cumulative sums over
arrays of unknown lengths, whose values are read once or several times. Numbers may differ by
rounding only: sums are not added in the same order. With --large several threads have to give what
one gives, for arrays that are long enough for them; --dtype computes with numbers of that type. The last line is `N passed, N failed`.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

BATCH = 20  # functions in one program
SIZES = ["(3, 4)", "(1, 5)", "(4, 1)", "(5, 5)", "(9, 17)", "(0, 3)", "(2, 0)"]
LARGE = ["(600, 700)", "(3, 100000)", "(100000, 3)", "(2, 7)"]
SUMS = """
def show(r):
    if isinstance(r, (tuple, list)):
        for x in r:
            show(x)
    else:
        print(r.shape, r.dtype, jnp.sum(r).tolist(), jnp.max(r).tolist(), jnp.min(r).tolist())
"""
HEADER = """from catalyst import qjit, for_loop
from jax import numpy as jnp

def show(r):
    if isinstance(r, (tuple, list)):
        for x in r:
            show(x)
    else:
        print(r.shape, r.dtype, r.tolist())

def make(shape, k):
    n = 1
    for d in shape:
        n = n * d
    x = jnp.sin(jnp.arange(n) * 1.7 + k) * 1.3
    return MADE.reshape(shape)

"""
UNARY = ["jnp.exp({})", "jnp.sin({})", "{} * 0.5 + 1", "jnp.abs({})", "-{}", "jnp.tanh({}) * 3"]
BINARY = ["{} + {}", "{} - {}", "{} * {}", "jnp.maximum({}, {})", "jnp.where({0} > {1}, {0}, {1} * 2)",
          "{0} / (jnp.abs({1}) + 1)"]
REDUCE = ["jnp.sum", "jnp.max", "jnp.min", "jnp.mean"]
COMPLEX_UNARY = ["jnp.exp({})", "jnp.conj({})", "{} * (0.5 - 1j) + 1", "jnp.abs({}) * 1j", "-{}", "{}**2", "jnp.real({0}) + {0}", "jnp.sqrt({})"]
COMPLEX_BINARY = ["{} + {}", "{} - {}", "{} * {}", "{0} / (jnp.abs({1}) + 1j)", "jnp.where(jnp.real({0}) > jnp.imag({1}), {0}, {1} * 2j)",
                  "jnp.where({0} == {1}, {0}, {1})"]
COMPLEX_REDUCE = ["jnp.sum", "jnp.mean"]
# How numbers of that dtype are made of x, and what two engines may differ by: vector functions differ by one
# unit of single precision from others, which a half may round the other way.
DTYPES = {"float64": ("x", 1e-9), "complex128": ("(x + 1j * jnp.cos(x * 3))", 1e-9), "complex64": ("(x + 1j * jnp.cos(x * 3)).astype(jnp.complex64)", 1e-3),
          "float16": ("x.astype(jnp.float16)", 0.03), "bfloat16": ("x.astype(jnp.bfloat16)", 0.2)}


def reduced(shape, axis, keep):
    return tuple(("1" if i == axis else d) for i, d in enumerate(shape) if keep or i != axis)


def spreads(a, b):
    """The shape that a and b broadcast to, or None."""
    n = max(len(a), len(b))
    a, b = ("1",) * (n - len(a)) + a, ("1",) * (n - len(b)) + b
    if any(x != y and "1" not in (x, y) for x, y in zip(a, b)):
        return None
    return tuple(y if x == "1" else x for x, y in zip(a, b))


def statement(r, known):
    """(expression, shape) over values that are known: [(name, shape)]."""
    recent = known[-6:] if r.random() < 0.8 else known
    x, s = r.choice(recent)
    kind = r.random()
    if kind < 0.25:
        return r.choice(UNARY).format(x), s
    if kind < 0.6:
        others = [(y, t) for y, t in known if spreads(s, t) is not None]
        y, t = r.choice(others)
        a, b = (x, y) if r.random() < 0.5 else (y, x)
        return r.choice(BINARY).format(a, b), spreads(s, t)
    if kind < 0.82 and s:
        if r.random() < 0.2:
            return f"{r.choice(REDUCE)}({x})", ()
        axis, keep = r.randrange(len(s)), r.random() < 0.6
        return f"{r.choice(REDUCE)}({x}, axis={axis}, keepdims={keep})", reduced(s, axis, keep)
    if kind < 0.88 and len(s) == 1:
        return (f"{x}[:, None]", s + ("1",)) if r.random() < 0.5 else (f"{x}[None, :]", ("1",) + s)
    if kind < 0.92 and len(s) == 2:
        return f"jnp.transpose({x})", s[::-1]
    if kind < 0.95 and s:
        return f"jnp.cumsum({x}, axis={r.randrange(len(s))})", s
    if len(s) == 2:
        return f"{x}.at[0].set(1.5)", s
    return f"jnp.tanh({x})", s


def function(r, name):
    known = [("x", ("n", "m")), ("y", ("n", "m")), ("v", ("n",)), ("w", ("m",))]
    lines = []
    for k in range(r.randint(3, 12)):
        e, s = statement(r, known)
        lines.append(f"    a{k} = jnp.tanh({e}) * 2" if r.random() < 0.3 else f"    a{k} = {e}")
        known.append((f"a{k}", s))
    results = [n for n, _ in r.sample(known[4:-1], min(r.randint(0, 3), len(known) - 5))] + [known[-1][0]]
    axes = '({0: "n", 1: "m"}, {0: "n", 1: "m"}, {0: "n"}, {0: "m"})'
    head = f"@qjit(abstracted_axes={axes})\ndef {name}(x, y, v, w):\n"
    if r.random() < 0.25:  # the same inside a loop
        again = "        ".join(["", *[line.strip() + "\n" for line in lines]])
        carried = next((n for n, s in reversed(known[4:]) if s == ("n", "m")), None)
        if carried:
            return (head + "    @for_loop(0, 3, 1)\n    def loop(i, x):\n" + again
                    + f"        return jnp.tanh({carried})\n    return loop(x)\n")
    return head + "\n".join(lines) + f"\n    return {', '.join(results)}\n"


def program(r, large):
    text = HEADER + (SUMS if large else "")
    for k in range(BATCH):
        text += function(r, f"f{k}") + "\n"
    for k in range(BATCH):
        text += f"for s in {', '.join(r.sample(LARGE if large else SIZES, 3))}:\n    print('@ f{k}', s)\n    try:\n"
        text += f"        show(f{k}(make(s, 1), make(s, 2), make(s[:1], 3), make(s[1:], 4)))\n"
        text += "    except Exception as e:\n        print('!', type(e).__name__)\n"
    return text


NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)")


def close(a, b, within):
    x, y = NUMBER.findall(a), NUMBER.findall(b)
    if NUMBER.sub("#", a) != NUMBER.sub("#", b) or len(x) != len(y):
        return False
    for p, q in zip(x, y):
        p, q = float(p), float(q)
        if p != q and not (p != p and q != q) and abs(p - q) > within * max(1, abs(p), abs(q)):
            return False
    return True


def run(args, option, path):
    p = subprocess.run([args.program, "run", option, path], capture_output=True, text=True, timeout=300)
    return p.stdout.split("@ ")[1:], p.stderr + p.stdout[-300:]


def main():
    o = argparse.ArgumentParser(description=__doc__)
    o.add_argument("-n", type=int, default=10, help="programs of %d functions" % BATCH)
    o.add_argument("-s", "--seed", default="1")
    o.add_argument("--program", default="build/repl/dbidx")
    o.add_argument("--large", action="store_true", help="large arrays, one thread and several")
    o.add_argument("--keep", help="folder for programs that differ")
    o.add_argument("--dtype", default="float64", choices=DTYPES)
    args = o.parse_args()
    if args.dtype.startswith("complex"):
        UNARY[:], BINARY[:], REDUCE[:] = COMPLEX_UNARY, COMPLEX_BINARY, COMPLEX_REDUCE
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for k in range(args.n):
            text = program(random.Random(f"{args.seed}/{k}"), args.large).replace("MADE", DTYPES[args.dtype][0])
            path = pathlib.Path(folder) / "program.py"
            path.write_text(text)
            a, said = run(args, "--threads=1" if args.large else "--engine=interp", path)
            b, also = run(args, "--threads=4" if args.large else "--engine=jit", path)
            bad = [x.splitlines()[0] for x, y in zip(a, b) if not close(x, y, DTYPES[args.dtype][1])]
            ended = min(len(a), len(b))
            if ended < 3 * BATCH:
                bad += [f"ended early: {said} {also}"] * (3 * BATCH - ended)
            passed, failed = passed + 3 * BATCH - len(bad), failed + len(bad)
            for what in bad:
                print(f"FAIL {args.seed}/{k} {what}")
            if bad and args.keep:
                (pathlib.Path(args.keep) / f"arrays_{args.seed}_{k}.py").write_text(text)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
