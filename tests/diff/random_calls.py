#!/usr/bin/env python3
"""Calls of jax.random against jax 0.4.23: all functions, shapes, keys, dtypes. Integers have to be equal to the
bit, floats to the last digit (but for the functions of MORE_ULPS).

  random_calls.py DBIDX --peer PYTHON [--count N] [--seed S] [--record FILE]
  random_calls.py DBIDX --recorded FILE

Call number N depends on the seed and N alone. PYTHON is an interpreter that has jax 0.4.23; --record writes
what it gave, which --recorded compares with where there is none. The last line counts the calls.
"""
import argparse
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HEAD = """import jax
jax.config.update('jax_enable_x64', True)
import jax.numpy as jnp
import numpy as np

def show(i, f):
    try:
        v = f()
    except Exception as e:
        return print(i, type(e).__name__)
    t = str(v.dtype)
    v = v.astype('float32') if t in ('float16', 'bfloat16') else v
    print(i, t, str(v.shape).replace(' ', ''), *np.asarray(v).ravel().tolist())

"""
ULPS = {"float64": 2.0**-52, "complex128": 2.0**-52, "float32": 2.0**-23, "complex64": 2.0**-23,
        "float16": 2.0**-10, "bfloat16": 2.0**-7}
MOST_ULPS = 4  # of log, exp and erf_inv, which differ between XLA and libm
# More for what divides by a difference of numbers that are nearly equal, whose last digits differ.
MORE_ULPS = {"wald": 64}


def key(r):
    seed = r.choice([0, 1, 42, -1, 2**32, 2**40 + 7, r.randrange(2**31), -r.randrange(2**50)])
    k = f"jax.random.{r.choice(['PRNGKey', 'PRNGKey', 'key'])}({seed})"
    for _ in range(r.choice([0, 0, 0, 1, 2])):
        k = r.choice([f"jax.random.split({k})[{r.randrange(2)}]", f"jax.random.split({k}, 5)[{r.randrange(5)}]",
                      f"jax.random.fold_in({k}, {r.randrange(2**32)})"])
    return k


def shape(r):
    return r.choice(["()", "(1,)", "(2,)", "(5,)", "(6,)", "(0,)", "(2, 3)", "(3, 1, 2)", "(1, 4)"])


def real(r):
    return r.choice(["", "", ", dtype='float32'", ", dtype='float64'", ", dtype='float16'"])


def call(r):
    k, s, t = key(r), shape(r), real(r)
    integer = r.choice(["int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"])
    low, high = sorted([r.randrange(-200, 200), r.randrange(-200, 200)])
    if integer[0] == "u":
        low, high = abs(low), abs(low) + high - low
    wide = real(r).replace("float16", "float32")
    return "jax.random." + r.choice([
        f"uniform({k}, {s}{t})", f"uniform({k}, {s}{t}, minval={low / 8}, maxval={high / 8 + 1})",
        f"uniform({k}, (2, 3), minval=jnp.arange(3.0), maxval=7)", f"normal({k}, {s}{wide})",
        f"normal({k}, (3,), dtype='complex{r.choice([64, 128])}')",
        f"bits({k}, {s}, 'uint{r.choice([8, 16, 32, 64])}')", f"bits({k}, {s})",
        f"randint({k}, {s}, {low}, {high}, '{integer}')", f"randint({k}, {s}, {low}, {low + 2**r.randrange(1, 40)})",
        f"randint({k}, (3,), jnp.array([0, 5, -7]), jnp.array([1, 2**33, 9]))",
        f"randint({k}, {s}, {low}, {high + 2**20}, '{integer}')",
        f"bernoulli({k}, {r.random():.3f}, {s})", f"bernoulli({k})", f"bernoulli({k}, jnp.array([0.1, 0.5, 0.9]))",
        f"permutation({k}, {r.randrange(0, 30)})", f"permutation({k}, jnp.arange(12).reshape(3, 4), {r.randrange(2)})",
        f"permutation({k}, jnp.arange(12.0).reshape(3, 4), axis={r.randrange(2)}, independent=True)",
        f"shuffle({k}, jnp.arange({r.randrange(1, 12)}))",
        f"choice({k}, {r.randrange(1, 50)}, {s})", f"choice({k}, 9, ({r.randrange(1, 9)},), replace=False)",
        f"choice({k}, jnp.arange(12.0).reshape(3, 4), (2,), axis={r.randrange(2)})",
        f"choice({k}, 4, {s}, p=jnp.array([0.1, 0.2, 0.3, 0.4]))",
        f"choice({k}, 4, (3,), False, jnp.array([0.1, 0.2, 0.3, 0.4]))",
        f"categorical({k}, jnp.array([[0.5, -1.0, 2.0], [0.0, 0.1, 0.2]]), axis={r.choice([0, 1, -1])})",
        f"categorical({k}, jnp.array([0.5, -1.0, 2.0]), shape=(4,))",
        f"exponential({k}, {s}{wide})", f"gumbel({k}, {s}{wide})", f"laplace({k}, {s}{wide})",
        f"logistic({k}, {s}{wide})", f"cauchy({k}, {s}{wide})", f"maxwell({k}, {s}{wide})",
        f"truncated_normal({k}, {low / 100}, {high / 100 + 0.5}, {s}{wide})", f"rademacher({k}, {s}, '{integer}')",
        f"pareto({k}, {r.random() + 1:.3f}, {s}{wide})", f"rayleigh({k}, jnp.array({r.random() + 1:.3f}), {s}{wide})",
        f"wald({k}, jnp.array({r.random() + 1:.3f}), {s})", f"geometric({k}, {r.random():.3f}, {s})",
        f"weibull_min({k}, {r.random() + 1:.3f}, 2.5, {s}{wide})", f"lognormal({k}, 0.5, {s}{wide})",
        f"triangular({k}, -1.0, 0.25, 2.0, {s})", f"double_sided_maxwell({k}, 0.5, 2.0, {s})",
        f"split({k}, {r.choice(['2', '5', '(2, 2)'])})" if ".key(" not in k else f"bits({k})",
        f"fold_in({k}, {r.randrange(2**32)})" if ".key(" not in k else f"key_data({k})",
    ])


def program(seed, count):
    calls = [call(random.Random(f"{seed} {i}")) for i in range(count)]
    return calls, HEAD + "".join(f"show({i}, lambda: {c})\n" for i, c in enumerate(calls))


def run(command, text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "calls.py"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
    return {line.split(" ", 1)[0]: line for line in done.stdout.splitlines()}, done.stderr


def near(a, b, most, summand):
    a, b = complex(a), complex(b)
    for x, y in ((a.real, b.real), (a.imag, b.imag)):
        if x != y and not (math.isnan(x) and math.isnan(y)):
            # a sum may cancel: then the digits lost are those of the larger part
            if not abs(x - y) <= most * max(abs(x), abs(y), abs(a), summand):
                return False
    return True


def summand(c):
    """The larger part of a sum: XLA adds what is multiplied without rounding it in between."""
    bounds = re.findall(r"m(?:in|ax)val=([-0-9.]+)", c)
    return max([abs(float(b)) for b in bounds] + [1 if re.search("truncated_normal|gumbel", c) else 0.125])


def drawn(c, x):
    """What the last digit is one of: of a truncated normal number the uniform one, before the inverse of erf."""
    return math.erf(float(x) / math.sqrt(2)) if "truncated_normal" in c else x


def same(c, have, want):
    a, b = have.split(" "), want.split(" ")
    if len(a) != len(b) or a[:3] != b[:3] or len(a) < 3 or a[1] not in ULPS:
        return a == b
    most = MORE_ULPS.get(re.match(r"jax\.random\.(\w+)", c)[1], MOST_ULPS) * ULPS[a[1]]
    return all(near(drawn(c, x), drawn(c, y), most, summand(c)) for x, y in zip(a[3:], b[3:]))


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dbidx")
    p.add_argument("--peer")
    p.add_argument("--count", type=int, default=2000)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--record")
    p.add_argument("--recorded")
    a = p.parse_args()
    if a.recorded:
        first, *lines = pathlib.Path(a.recorded).read_text(encoding="utf-8").splitlines()
        a.seed, a.count = (int(x) for x in first.split())
        want = {line.split(" ", 1)[0]: line for line in lines}
    calls, text = program(a.seed, a.count)
    if not a.recorded:
        want, errors = run([a.peer], text)
        if len(want) != a.count:
            print(errors)
    if a.record:
        lines = [f"{a.seed} {a.count}", *want.values()]
        pathlib.Path(a.record).write_text("\n".join(lines) + "\n", encoding="utf-8")
    have, errors = run([a.dbidx, "run"], text)
    passed = 0
    for i, c in enumerate(calls):
        h, w = have.get(str(i), "nothing"), want.get(str(i), "no peer")
        if same(c, h, w):
            passed += 1
        else:
            print(f"FAIL {c}\n  want {w}\n  have {h}")
    if len(have) != a.count:
        print(errors[-2000:])
    print(f"{passed} passed, {len(calls) - passed} failed")
    return passed != len(calls)


sys.exit(main())
