#!/usr/bin/env python3
"""Random programs and their derivatives: `derivatives.py DBIDX --python PYTHON [--seed S] [--count N]`. PYTHON has jax
0.4.23, which says what the derivatives are; central differences of the functions say the same. dbidx gives them with
lengths that are numbers, and once more with traced ones. `--record FOLDER` keeps the programs and what jax said of
them, `--against FOLDER` compares with that and needs no PYTHON. The last line counts the comparisons that passed."""
import argparse
import os
import random
import re
import subprocess
import sys
import tempfile

# One array of a length n to another one: {x} and {y} are earlier ones, {c} a number, {k} a small one.
STEPS = """
jnp.sin({x} * {c})
jnp.cos({x}) + {y}
jnp.tanh({x} - {y})
jnp.exp(-{x} * {x} * 0.3) * {y}
jnp.expm1(0.3 * jnp.sin({x}))
jnp.arctan({x} * {y})
jnp.arctan2({x}, 2.5 + {y} * {y})
jnp.log(1.5 + {x} * {x})
jnp.log1p({x} * {x})
jnp.logaddexp({x}, {y})
jnp.sqrt(1.0 + {x} * {x}) - {c}
lax.rsqrt(1.5 + {x} * {x})
jnp.cbrt(2.5 + jnp.sin({x}))
jnp.hypot({x}, 1.5 + {y} * {y})
jnp.arcsinh({x}) * {c}
jnp.arccosh(2.0 + {x} * {x})
jnp.arcsin(0.7 * jnp.sin({x}))
jnp.arccos(0.7 * jnp.cos({x}))
jnp.arctanh(0.6 * jnp.tanh({x}))
jnp.sinh(jnp.tanh({x}))
jnp.cosh(jnp.sin({x})) - {y}
jnp.tan(0.7 * jnp.sin({x}))
lax.erf({x}) + 0.2 * {y}
lax.erfc({x})
lax.erf_inv(0.7 * jnp.sin({x}))
lax.logistic({x} * {y})
jnp.exp2(jnp.sin({x}))
jax.nn.softplus({x} - {c})
jax.nn.silu({x})
jax.nn.gelu({x})
jax.nn.softmax({x}) * {y}
jax.nn.log_softmax({x} * {c})
jnp.maximum({x}, {y})
jnp.minimum({x}, {c})
jnp.where({x} > {c}, jnp.sin({x}), {y} * 0.5)
jnp.where({x} > {y}, {x} * {y}, jnp.cos({y}))
jnp.clip({x}, -{k}, {c})
jnp.abs({x} - 0.05) * {c}
jnp.select([{x} > 0.5, {x} < -0.5], [{x} * {y}, {y}], {x})
jnp.power(2.5 + jnp.sin({x}), jnp.cos({y}))
{x} ** 3 / (3.0 + {x} * {x})
(2.5 + jnp.cos({x})) ** -2
{x} / (2.0 + {y} * {y})
({x} - {y}) * ({x} + {c})
jnp.square({x}) / (1.0 + {y} ** 2)
jnp.remainder(3.0 + jnp.sin({x}), 7.0)
jnp.cumsum({x}) / (1.0 + jnp.arange({x}.shape[0]))
lax.cumsum(jnp.sin({x}), 0, True)
jnp.cumprod(1.0 + 0.3 * jnp.sin({x}))
lax.cummax({x}) + {y}
lax.cumlogsumexp({x}, 0)
jnp.sort({x}) * {y}
{x}[jnp.argsort({y})]
{x}[::-1] + {y}
jnp.roll({x}, 1) * {y}
jnp.pad({x}, (1, 2))[1:-2] - {y}
jnp.concatenate([{x}, {y}])[{y}.shape[0]:] * {c}
jnp.concatenate([{x}[:1] * {c}, {y}])[:-1]
jnp.stack([{x}, {y}]).sum(0)
jnp.stack([{x}, {y}], axis=1).max(axis=1)
jnp.take({x}, jnp.zeros({x}.shape[0], int), mode="clip") * {y}
{x}.at[0].set({y}[-1] * {c})
{x}.at[0].add(jnp.sin({y}[-1]))
{x}.at[0].multiply(1.5 + jnp.sin({y}[-1]))
{x}.at[:1].min({y}[:1])
{x}.at[-1].max({y}[0])
lax.dynamic_update_slice({x}, jnp.sin({y}[:1]), (0,))
lax.dynamic_slice({x}, (0,), (1,)) * {y}
{x} * jnp.sum({y} * {x})
{x} - jnp.mean({y})
{x} + jnp.max({y})
{x} * jnp.min(jnp.cos({y}))
{y} + jnp.prod(1.0 + 0.2 * jnp.sin({x}))
{y} * jnp.var({x})
{y} - jnp.std({x} + jnp.arange({x}.shape[0]))
{y} * jax.nn.logsumexp({x})
{y} + jnp.linalg.norm({x} + 2.0)
{x} * jnp.dot({x}, {y})
jnp.outer({x}, {y}) @ jnp.sin({x})
jnp.outer({x}, {y}).T @ {y}
jnp.einsum("i,j->j", {x}, {y})
(jnp.tril(jnp.outer({x}, {y})) + 0.1).sum(axis=0)
jnp.diagonal(jnp.outer({x}, {y})) * {c}
jnp.trace(jnp.outer(jnp.sin({x}), {y})) * {x}
({x}[:, None] * {y}[None, :]).sum(axis=1)
jnp.broadcast_to(jnp.sin({x})[None, :], (3,) + {x}.shape).prod(axis=0)
jnp.matmul(jnp.stack([{x}, {y}]).T, jnp.stack([{y}, {x}]))[:, 0]
lax.scan(lambda c, v: (c * 0.5 + jnp.sin(v), c * v), {c}, {x})[1]
lax.scan(lambda c, v: (c * v[0] * 0.3, c + v[1]), 1.0, ({x}, {y}))[1]
lax.scan(lambda c, v: (c, v + c.sum() * 0.1), {x}, {y}, reverse=True)[1]
lax.fori_loop(0, 3, lambda i, v: jnp.sin(v) + 0.3 * {x}, {y})
lax.map(lambda v: v * jnp.exp(-v * v), {x})
lax.cond({x}.sum() > 0, jnp.sin, lambda v: v * {c}, {y})
lax.cond({x}.sum() > {k}, lambda u, v: u * v, lambda u, v: jnp.cos(u) - v, {x}, {y})
lax.switch(2, [jnp.sin, jnp.cos, lambda v: v * {x}], {y})
jax.vmap(lambda u, v: u * jnp.sin(v))({x}, {y})
jax.vmap(lambda u: jnp.sum(u * {y}))(jnp.outer({x}, jnp.ones(2))[:, :1])
jax.jit(lambda u, v: u * v + jnp.cos(u))({x}, {y})
jax.checkpoint(lambda u: jnp.sin(jnp.sin(u)) * {y})({x})
jax.grad(lambda u: jnp.sum(jnp.sin(u) * {y}))({x})
jax.jvp(jnp.tanh, ({x},), ({y},))[1]
jnp.real(({x} + 1j * {y}) * jnp.exp(0.3j * {x}))
jnp.abs({x} + 1j * (2.0 + {y} * {y}))
jnp.imag(jnp.log({x} + 1j * (2.0 + {y} * {y})))
jnp.interp(jnp.sin({x}), jnp.array([-2.0, 0.1, 2.0]), jnp.array([1.0, -1.0, 3.0])) + {y}
jnp.polyval(jnp.array([0.3, -0.5, 1.0]), jnp.sin({x}))
jnp.kron({x}, jnp.array([1.0, 0.5]))[: {x}.shape[0]]
jnp.repeat({x}, 2, total_repeat_length=2 * {x}.shape[0])[::2] * {y}
jnp.tile({x}, 2)[{x}.shape[0]:] - {y}
jnp.flip({x}) * jnp.sin({y})
jnp.nan_to_num({x}) * {y}
jnp.linalg.solve(jnp.outer(jnp.sin({x}), jnp.sin({y})) * 0.2 + 2.0 * jnp.eye({x}.shape[0]), {y})
{x} * jnp.linalg.det(jnp.outer(jnp.sin({x}), jnp.cos({y})) * 0.2 + jnp.eye({x}.shape[0]))
{x} + jnp.linalg.slogdet(jnp.outer(jnp.sin({x}), jnp.cos({y})) * 0.2 + 1.5 * jnp.eye({x}.shape[0]))[1]
jnp.linalg.inv(jnp.outer(jnp.sin({x}), jnp.sin({y})) * 0.2 + 2.0 * jnp.eye({x}.shape[0]))[0]
jnp.linalg.cholesky(jnp.outer(jnp.sin({x}), jnp.sin({x})) + 2.0 * jnp.eye({x}.shape[0])) @ {y}
jax.scipy.linalg.solve_triangular(jnp.tril(jnp.outer(jnp.sin({x}), jnp.sin({y}))) * 0.3 + 2.0 * jnp.eye({x}.shape[0]), {y}, lower=True)
jnp.linalg.eigvalsh(jnp.diag(1.0 + 2.0 * jnp.arange({x}.shape[0])) + 0.2 * jnp.outer(jnp.sin({x}), jnp.sin({x})))
jnp.linalg.eigh(jnp.diag(1.0 + 2.0 * jnp.arange({x}.shape[0])) + 0.2 * jnp.outer(jnp.sin({x}), jnp.sin({x})))[1][:, 0] ** 2
jnp.linalg.svd(jnp.diag(1.0 + 2.0 * jnp.arange({x}.shape[0])) + 0.2 * jnp.outer(jnp.sin({x}), jnp.sin({y})), compute_uv=False)
jnp.abs(jnp.linalg.qr(jnp.diag(1.0 + jnp.arange({x}.shape[0])) + 0.2 * jnp.outer(jnp.sin({x}), jnp.sin({y})))[1][0]) * {c}
jnp.abs(jnp.fft.fft({x} + 3.0 * jnp.arange({x}.shape[0]) + 1.0))
jnp.real(jnp.fft.ifft({x} * jnp.exp(1j * {y})))
jnp.convolve({x}, jnp.array([0.5, 1.0, -0.3]), mode="same") + {y}
jnp.convolve({x}, {y})[: {x}.shape[0]]
lax.reduce_window({x}, 0.0, lax.add, (2,), (1,), ((1, 0),)) * {y}
lax.reduce_window({x}, -jnp.inf, lax.max, (2,), (1,), ((1, 0),)) + {y}
lax.reduce_window({x}, jnp.inf, lax.min, (2,), (1,), ((0, 1),)) - {y}
lax.top_k({x}, 1)[0] * {y}
""".strip().split("\n")

HEAD = """import jax
import jax.numpy as jnp
import numpy as np
from catalyst import qjit
from jax import lax

SECOND = {second}


def show(tag, make):
    try:
        v = np.asarray(make())
    except Exception as e:
        print(tag, "refused", type(e).__name__)
        return
    print(" ".join([tag] + ["%.12g" % x for x in v.ravel().tolist()]))

"""

# What is printed of a function; of dbidx also differences, and derivatives with traced lengths.
TAIL = """
for i, (f, n) in enumerate(zip(FUNCTIONS, SIZES)):
    x, y = data(n, i), data(n, i + 1000)
    for k in (0, 1):
        show(f"{i} grad {k}", lambda: jax.grad(f, k)(x, y))
    show(f"{i} jvp", lambda: jax.jvp(f, (x, y), (y, x))[1])
    if i in SECOND:
        show(f"{i} second", lambda: jax.jacfwd(jax.grad(f))(x, y))
"""
TRACED = """
    show(f"{i} traced", lambda: qjit(lambda u, v: jax.grad(f)(u, v), abstracted_axes={0: "n"})(x, y))
"""
DIFFERENCES = """

def slopes(f, x, h):
    return [(np.asarray(f(x.at[j].add(h))) - np.asarray(f(x.at[j].add(-h)))) / (2 * h) for j in range(x.shape[0])]


# A slope that is not seen is left out: where the function has a kink, and where its value is so large that the
# last digit hides the difference.
def differences(tag, f, x):
    words, lost = [], 2.0**-52 * float(np.max(np.abs(np.asarray(f(x))), initial=0.0)) / 1e-5
    for near, far in zip(slopes(f, x, 1e-5), slopes(f, x, 4e-5)):
        for a, b in zip(near.ravel().tolist(), far.ravel().tolist()):
            words.append("%.12g" % a if abs(a - b) <= 1e-6 * (1.0 + abs(a)) and lost <= 1e-5 * (1.0 + abs(a)) else "kink")
    print(" ".join([tag] + words))


for i, (f, n) in enumerate(zip(FUNCTIONS, SIZES)):
    x, y = data(n, i), data(n, i + 1000)
    differences(f"{i} diff 0", lambda u: f(u, y), x)
    differences(f"{i} diff 1", lambda u: f(x, u), y)
    if i in SECOND:
        differences(f"{i} diff second", lambda u: jax.grad(f)(u, y), x)
"""
# Runs programs in one process, so that the peer compiles an operation once.
DRIVER = """
import sys
for path in sys.argv[1:]:
    print("PROGRAM", path)
    exec(compile(open(path).read(), path, "exec"), {"__name__": "__main__"})
"""
DATA = """

def data(n, k):
    v = np.sin((np.arange(n) + 1.0) * 12.9898 + k * 78.233) * 43758.5453
    return jnp.array(-1.3 + 2.7 * (v - np.floor(v)))

"""


def function(rng, i):
    lines = [f"def f{i}(x, y):"]
    names = ["x", "y"]
    for k in range(rng.randint(2, 6)):
        step = rng.choice(STEPS)
        x, y = rng.choice(names[-3:]), rng.choice(names)
        text = step
        for mark, word in (("{x}", x), ("{y}", y), ("{c}", "%.2f" % rng.uniform(0.2, 1.8)), ("{k}", "%.2f" % rng.uniform(0.1, 0.9))):
            text = text.replace(mark, word)
        lines.append(f"    v{k} = {text}")
        names.append(f"v{k}")
    last, other = names[-1], rng.choice(names[:-1])
    lines.append(f"    return jnp.sum({last} * (1.0 + 0.1 * jnp.arange(x.shape[0])) + 0.3 * {other})\n\n")
    return "\n".join(lines)


def program(seed, count):
    rng = random.Random(seed)
    text = "".join(function(rng, i) for i in range(count))
    sizes = [rng.choice([1, 2, 3, 3, 20, 60]) for _ in range(count)]
    second = [i for i in range(count) if sizes[i] <= 3 and rng.random() < 0.8]
    head = HEAD.replace("{second}", repr(second))
    names = ", ".join(f"f{i}" for i in range(count))
    return head + "\n" + text + f"FUNCTIONS = [{names}]\nSIZES = {sizes}\n" + DATA


def run(command):
    # A folder of its own, so that no file beside it is what `import` finds.
    p = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                       cwd=tempfile.gettempdir(), timeout=3000, env=dict(os.environ, JAX_ENABLE_X64="1", JAX_PLATFORMS="cpu"))
    if p.returncode:
        sys.stderr.write(p.stderr[-2000:])
    return p.stdout


def rows(text):
    found = {}
    for line in text.splitlines():
        m = re.match(r"(\d+ (?:grad \d|jvp|second|traced|diff \w+)) (.*)$", line)
        if m:
            found[m.group(1)] = m.group(2).split(" ")
    return found


def close(a, b, tolerance, scale):
    if a == b or (a != a and b != b):
        return True
    return abs(a - b) <= tolerance * (1.0 + abs(b) + scale)


class Count:
    def __init__(self):
        self.passed = self.failed = self.first = self.second = self.differences = self.refused = self.traced = 0

    # Values of dbidx (own) and of the peer (want), words both.
    def compare(self, where, own, want, tolerance, what):
        if own is None or own[0] == "refused" or want[0] == "refused":
            if own and want and own[0] == want[0]:
                return  # refused by both
            self.failed += 1
            print(f"{where}: {own} for {want[:3]}")
            return
        a, b = [float(v) for v in own], [float(v) if v != "kink" else None for v in want]
        scale = max([abs(v) for v in b if v is not None and v == v] + [0.0])
        bad = len(a) != len(b)
        for u, v in zip(a, b):
            if v is None:
                continue
            ok = close(u, v, tolerance, scale)
            self.passed += ok
            bad |= not ok
            setattr(self, what, getattr(self, what) + ok)
        if bad:
            self.failed += 1
            print(f"{where}: {own[:8]} for {want[:8]}")

    def program(self, name, own, peer):
        for tag in sorted(peer):
            what = "second" if tag.endswith("second") else "first"
            self.compare(f"{name} {tag}", own.get(tag), peer[tag], 1e-7, what)
        for tag in sorted(k for k in own if " diff " in k):
            of = tag.replace("diff second", "second").replace("diff", "grad")
            mine, jax = own.get(of, ["refused"]), peer.get(of, ["refused"])
            if "refused" not in (mine[0], jax[0]):
                want = [w if j != "nan" else "kink" for w, j in zip(own[tag], jax)]
                self.compare(f"{name} {tag}", mine, want, 1e-4, "differences")
        for tag in sorted(k for k in own if k.endswith("traced")):
            if own[tag][0] == "refused":
                self.refused += 1
            elif peer.get(tag.replace("traced", "grad 0"), ["refused"])[0] != "refused":
                self.compare(f"{name} {tag}", own[tag], peer[tag.replace("traced", "grad 0")], 1e-7, "traced")


# What the peer says of the programs of these names: texts, by their names.
def asked(python, folder, programs):
    paths = {}
    for name, text in programs.items():
        path = os.path.join(folder, f"program{name}.py")
        open(path, "w").write(text + TAIL)
        paths[path] = name
    driver = os.path.join(folder, "driver.py")
    open(driver, "w").write(DRIVER)
    said, at = {}, None
    for line in run([python, driver] + list(paths)).splitlines(True):
        if line.startswith("PROGRAM "):
            at = paths[line[8:].strip()]
        else:
            said[at] = said.get(at, "") + line
    return said


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dbidx")
    p.add_argument("--python")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--count", type=int, default=20, help="programs")
    p.add_argument("--functions", type=int, default=50, help="of each program")
    p.add_argument("--least", type=int, default=0, help="derivatives that have to be equal, a tenth of them second ones")
    p.add_argument("--record")
    p.add_argument("--against")
    p.add_argument("--engine", default="interp")
    a = p.parse_args()
    count = Count()
    with tempfile.TemporaryDirectory() as folder:
        if a.against:
            names = sorted(f[:-3] for f in os.listdir(a.against) if f.endswith(".py"))
            programs = {n: open(os.path.join(a.against, n + ".py")).read() for n in names}
            said = {n: open(os.path.join(a.against, n + ".out")).read() for n in names}
        else:
            programs = {str(a.seed + i): program(a.seed + i, a.functions) for i in range(a.count)}
            said = asked(a.python, folder, programs)
        for name, text in programs.items():
            if a.record:
                open(os.path.join(a.record, f"program{name}.py"), "w").write(text)
                open(os.path.join(a.record, f"program{name}.out"), "w").write(said.get(name, ""))
            path = os.path.join(folder, "own.py")
            open(path, "w").write(text + TAIL + TRACED + DIFFERENCES)
            peer = rows(said.get(name, ""))
            count.failed += not peer
            count.program(name, rows(run([os.path.abspath(a.dbidx), "run", f"--engine={a.engine}", path])), peer)
            sys.stdout.flush()
    total = count.first + count.second
    print(f"{total} derivatives as jax has them, {count.second} of second order; {count.differences} as central "
          f"differences; {count.traced} with traced lengths, where {count.refused} functions are refused")
    if total < a.least or count.second * 10 < a.least or count.differences * 2 < a.least:
        count.failed += 1
        print(f"fewer than {a.least} derivatives, a tenth of second order, half of them by differences")
    print(f"{count.passed} passed, {count.failed} failed")
    return count.failed != 0


if __name__ == "__main__":
    sys.exit(main())
