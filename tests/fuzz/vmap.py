#!/usr/bin/env python3
"""Random compositions under jax.vmap: programs that print a Jaxpr and its values.

usage: vmap.py [-n N] [-s SEED] [--each K] [--named] FOLDER

Writes N programs of K functions each into FOLDER. What they print under jax 0.4.23 is recorded beside them once, by jax
(NAME.out); the programs of tests/fuzz/vmapped were made with -n 20 -s 1 and are compared in every run of the tests.
A function gets one to three arrays, mapped along some axis or not at all, and computes with what it knows the shapes of:
elementwise operations, reductions, shapes, indices, products, conditionals, loops, calls, and vmap again. With --named
the axis has a name, and there are collective operations over it; those of tests/fuzz/vmapped (named_1_*) were made with
-n 11 -s 1 --named, without 04: there jax repeats the shape of what all_to_all gets unmapped (docs/semantics.md).
"""
import argparse
import pathlib
import random

LENGTHS = (2, 3, 4)
HEAD = '''import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

VF = jnp.array([0.5, -1.5, 2.0])
VI = jnp.array([2, 0, 1])
MF = jnp.array([[1.0, -2.0, 0.5], [0.25, 3.0, -1.0]])


def make(shape, kind, k):
    n = np.arange(int(np.prod(shape)))
    if kind == "i":
        return jnp.array((n * 7 + k) % 5 - 1).reshape(shape)
    if kind == "b":
        return jnp.array((n * 5 + k) % 3 == 0).reshape(shape)
    return jnp.array(((n * 11 + 3 * k) % 13) / 4.0 - 1.0).reshape(shape)


def near(x):
    return x if x.dtype != jnp.float64 else jnp.round(x, 5) + 0.0


def show(f, *args, **axes):
    print(jax.make_jaxpr(jax.vmap(f, **axes))(*args))
    results = jax.tree_util.tree_leaves(jax.vmap(f, **axes)(*args))
    for r in results:
        print(r.dtype, r.shape, near(r).tolist())
    compiled = jax.tree_util.tree_leaves(jax.jit(jax.vmap(f, **axes))(*args))
    print(all(bool(jnp.allclose(a, b)) for a, b in zip(results, compiled)))

'''


class Value:
    """A name, its shape and its kind: f, i or b."""

    def __init__(self, name, shape, kind):
        self.name, self.shape, self.kind = name, tuple(shape), kind

    @property
    def rank(self):
        return len(self.shape)


class Function:
    """The text of one function of one example."""

    def __init__(self, r, name, named=False):
        self.r, self.name, self.named = r, name, named
        self.size = r.choice(LENGTHS) if named else None
        self.lines, self.count = [], 0
        self.pool = [Value("VF", (3,), "f"), Value("VI", (3,), "i"), Value("MF", (2, 3), "f")]
        self.arguments = []

    # ---- choices ----

    def one(self, kinds="fi", test=lambda v: True):
        fit = [v for v in self.pool if v.kind in kinds and test(v)]
        if self.r.random() < 0.8 and any(v.name.islower() for v in fit):
            fit = [v for v in fit if v.name.islower()]
        late = fit[-4:] if self.r.random() < 0.7 else fit
        return self.r.choice(late) if late else None

    def put(self, text, shape, kind):
        size = 1
        for n in shape:
            size *= n
        if size > 64 or len(shape) > 3:
            return
        self.count += 1
        v = Value(f"t{self.count}", shape, kind)
        self.lines.append(f"{v.name} = {text}")
        self.pool.append(v)

    def argument(self):
        shape = tuple(self.r.choice(LENGTHS) for _ in range(self.r.choice((0, 0, 1, 1, 1, 2, 2))))
        v = Value("xyz"[len(self.arguments)], shape, self.r.choice("fffiib"))
        self.arguments.append(v)
        self.pool.append(v)

    # ---- statements: each adds a value, or nothing where nothing fits ----

    def elementwise(self):
        x = self.one("f")
        if x:
            f = self.r.choice(("jnp.sin({})", "jnp.tanh({})", "-{}", "jnp.abs({})", "{} ** 2", "jnp.floor({})",
                               "jnp.sign({})", "jnp.exp(-jnp.abs({}))", "jnp.sqrt(jnp.abs({}))", "jnp.square({})",
                               "jnp.log1p(jnp.abs({}))"))
            self.put(f.format(x.name), x.shape, "f")

    def convert(self):
        x = self.one("fib")
        if x:
            kind, t = self.r.choice((("f", "float"), ("i", "int")))
            self.put(f"{x.name}.astype({t})", x.shape, kind)

    def partner(self, x, kinds):
        return self.one(kinds, lambda v: not v.rank or not x.rank or v.shape == x.shape
                        or v.shape == x.shape[x.rank - v.rank:])

    def binary(self):
        x = self.one("fi")
        y = x and self.partner(x, "fi")
        if not y:
            return
        shape = x.shape if x.rank >= y.rank else y.shape
        kind = "f" if "f" in (x.kind, y.kind) else "i"
        number = self.r.choice(("2", "-1", "3")) if kind == "i" else self.r.choice(("0.5", "2", "-1.25"))
        if self.r.random() < 0.25:
            a, b, shape, kind = (x.name, number, x.shape, "f" if "." in number or x.kind == "f" else "i")
        else:
            a, b = x.name, y.name
        f = self.r.choice(("{} + {}", "{} - {}", "{} * {}", "jnp.maximum({}, {})", "jnp.minimum({}, {})"))
        self.put(f.format(a, b), shape, kind)

    def compare(self):
        x = self.one("fi")
        y = x and self.partner(x, "fi")
        if y:
            op = self.r.choice(("<", ">=", "==", "!="))
            self.put(f"{x.name} {op} {y.name}", x.shape if x.rank >= y.rank else y.shape, "b")

    def where(self):
        p = self.one("b")
        x = p and self.one("fi", lambda v: not p.rank or v.shape == p.shape or not v.rank)
        if x:
            y = self.one(x.kind, lambda v: v.shape == x.shape or not v.rank)
            shape = max((p.shape, x.shape, y.shape), key=len)
            self.put(f"jnp.where({p.name}, {x.name}, {y.name})", shape, x.kind)

    def select(self):
        p = self.one("b", lambda v: not v.rank)
        x = p and self.one("fi")
        y = x and self.one(x.kind, lambda v: v.shape == x.shape and v is not x)
        if y:
            self.put(f"lax.select({p.name}, {x.name}, {y.name})", x.shape, x.kind)

    def clip(self):
        x = self.one("f")
        if not x:
            return
        low = self.one("f", lambda v: not v.rank)
        high = self.one("f", lambda v: v.shape == x.shape or not v.rank)
        if low and high and self.r.random() < 0.6:
            self.put(f"lax.clamp({low.name}, {x.name}, {low.name} + 2.0)", x.shape, "f")
        else:
            self.put(f"jnp.clip({x.name}, -1.0, 1.5)", x.shape, "f")

    def reduce(self):
        x = self.one("fib", lambda v: v.rank > 0)
        if not x:
            return
        axis = self.r.choice([None] + list(range(-x.rank, x.rank)))
        kept = self.r.random() < 0.2
        f, kind = self.r.choice({"f": (("sum", "f"), ("max", "f"), ("min", "f"), ("mean", "f"), ("prod", "f"), ("argmax", "i")),
                                 "i": (("sum", "i"), ("max", "i"), ("argmin", "i"), ("prod", "i")),
                                 "b": (("any", "b"), ("all", "b"), ("sum", "i"))}[x.kind])
        shape = [] if axis is None else [n for i, n in enumerate(x.shape) if i != axis % x.rank]
        keep = ""
        if kept and not f.startswith("arg"):
            keep = ", keepdims=True"
            shape = [1 if axis is None or i == axis % x.rank else n for i, n in enumerate(x.shape)]
        self.put(f"jnp.{f}({x.name}, axis={axis}{keep})", shape, kind)

    def running(self):
        x = self.one("fi", lambda v: v.rank > 0)
        if x:
            axis = self.r.randrange(x.rank)
            if self.r.random() < 0.5:
                self.put(f"jnp.{self.r.choice(('cumsum', 'cumprod'))}({x.name}, axis={axis})", x.shape, x.kind)
            else:
                back = self.r.choice(("", ", reverse=True"))
                self.put(f"lax.{self.r.choice(('cumsum', 'cummax', 'cummin'))}({x.name}, axis={axis}{back})", x.shape, x.kind)

    def sort(self):
        x = self.one("fi", lambda v: v.rank > 0)
        if x:
            axis = self.r.randrange(x.rank)
            if self.r.random() < 0.5:
                self.put(f"jnp.sort({x.name}, axis={axis})", x.shape, x.kind)
            else:
                self.put(f"jnp.argsort({x.name}, axis={axis})", x.shape, "i")

    def shape(self):
        x = self.one("fib")
        if not x:
            return
        which = self.r.randrange(8)
        size = 1
        for n in x.shape:
            size *= n
        if which == 0 and x.rank:
            self.put(f"{x.name}.reshape(-1)", (size,), x.kind)
        elif which == 1 and x.rank == 2:
            self.put(f"{x.name}.T", x.shape[::-1], x.kind)
        elif which == 2 and x.rank < 3:
            at = self.r.randrange(x.rank + 1)
            self.put(f"jnp.expand_dims({x.name}, {at})", x.shape[:at] + (1,) + x.shape[at:], x.kind)
        elif which == 3 and 1 in x.shape:
            at = x.shape.index(1)
            self.put(f"jnp.squeeze({x.name}, axis={at})", x.shape[:at] + x.shape[at + 1:], x.kind)
        elif which == 4 and x.rank < 3:
            n = self.r.choice(LENGTHS)
            self.put(f"jnp.broadcast_to({x.name}, {(n, *x.shape)})", (n, *x.shape), x.kind)
        elif which == 5 and x.rank:
            self.put(f"jnp.flip({x.name}, axis={self.r.randrange(x.rank)})", x.shape, x.kind)
        elif which == 6 and x.rank and x.kind != "b":
            wide = ", ".join("(1, 0)" for _ in x.shape)
            self.put(f"jnp.pad({x.name}, ({wide},))", [n + 1 for n in x.shape], x.kind)
        elif which == 7 and x.rank == 2:
            self.put(f"{x.name}.reshape({x.shape[1]}, {x.shape[0]})", x.shape[::-1], x.kind)

    def join(self):
        x = self.one("fi", lambda v: v.rank > 0)
        y = x and self.one(x.kind, lambda v: v.rank == x.rank and v.shape[1:] == x.shape[1:])
        if not y:
            return
        if x.shape == y.shape and self.r.random() < 0.4:
            at = self.r.randrange(x.rank + 1)
            self.put(f"jnp.stack([{x.name}, {y.name}], axis={at})", x.shape[:at] + (2,) + x.shape[at:], x.kind)
        else:
            self.put(f"jnp.concatenate([{x.name}, {y.name}])", (x.shape[0] + y.shape[0],) + x.shape[1:], x.kind)

    def read(self):
        x = self.one("fi", lambda v: v.rank > 0)
        if not x:
            return
        n, rest = x.shape[0], x.shape[1:]
        i = self.one("i", lambda v: not v.rank)
        which = self.r.randrange(8)
        if which == 0:
            self.put(f"{x.name}[{self.r.randrange(-n, n)}]", rest, x.kind)
        elif which == 1:
            a = self.r.randrange(n)
            b = self.r.randrange(a + 1, n + 1)
            self.put(f"{x.name}[{a}:{b}]", (b - a, *rest), x.kind)
        elif which == 2 and n > 1:
            self.put(f"{x.name}[::2]", ((n + 1) // 2, *rest), x.kind)
        elif which == 3 and i:
            self.put(f"{x.name}[{i.name}]", rest, x.kind)
        elif which == 4 and i:
            starts = ", ".join([i.name] + ["0"] * len(rest))
            self.put(f"lax.dynamic_slice({x.name}, ({starts},), {(1, *rest)})", (1, *rest), x.kind)
        elif which == 5:
            j = self.one("i", lambda v: v.rank == 1)
            if j:
                self.put(f"{x.name}[jnp.clip({j.name}, 0, {n - 1})]", j.shape + rest, x.kind)
        elif which == 6 and len(rest) == 1:
            self.put(f"{x.name}[:, {self.r.randrange(rest[0])}]", (n,), x.kind)
        elif which == 7 and i:
            self.put(f"jnp.take({x.name}, {i.name}, axis=0, mode='clip')", rest, x.kind)

    def write(self):
        x = self.one("fi", lambda v: v.rank == 1)
        v = x and self.one(x.kind, lambda v: not v.rank)
        i = self.one("i", lambda v: not v.rank)
        if not x:
            return
        to = v.name if v else ("1" if x.kind == "i" else "1.5")
        which = self.r.randrange(5)
        if which == 0 and i:
            self.put(f"{x.name}.at[{i.name}].set({to})", x.shape, x.kind)
        elif which == 1 and i:
            f = self.r.choice(("add", "multiply", "max", "min"))
            self.put(f"{x.name}.at[{i.name}].{f}({to})", x.shape, x.kind)
        elif which == 2:
            self.put(f"{x.name}.at[{self.r.randrange(x.shape[0])}].add({to})", x.shape, x.kind)
        elif which == 3 and x.shape[0] > 1:
            self.put(f"{x.name}.at[1:].set({to})", x.shape, x.kind)
        elif which == 4 and i:
            self.put(f"lax.dynamic_update_slice({x.name}, jnp.ones(1, {x.name}.dtype), ({i.name},))", x.shape, x.kind)

    def product(self):
        x = self.one("f", lambda v: v.rank in (1, 2))
        y = x and self.one("f", lambda v: v.rank in (1, 2) and v.shape[max(v.rank - 2, 0)] == x.shape[-1])
        if y and self.r.random() < 0.8:
            f = self.r.choice(("{} @ {}", "jnp.dot({}, {})", "jnp.matmul({}, {})"))
            self.put(f.format(x.name, y.name), x.shape[:-1] + (y.shape[1:] if y.rank == 2 else ()), "f")
            return
        y = x and self.one("f", lambda v: v.rank == 1)
        if y and x.rank == 1:
            self.put(f"jnp.outer({x.name}, {y.name})", x.shape + y.shape, "f")

    def batch(self):
        x = self.one("f", lambda v: v.rank in (1, 2))
        if not x:
            return
        y = self.one("f", lambda v: v.shape == x.shape[1:])
        body = "r * 2.0 + jnp.sum(r)" if not y else f"r * {y.name}"
        if y and x.rank == 2 and self.r.random() < 0.4:
            self.put(f"jax.vmap(lambda r, s: r @ s, in_axes=(0, None))({x.name}, {y.name})", x.shape[:1], "f")
        else:
            self.put(f"jax.vmap(lambda r: {body})({x.name})", x.shape, "f")

    def call(self):
        x = self.one("f")
        if x:
            f = self.r.choice(("jnp.sin(r) + 1.0", "r * r - r", "jnp.where(r > 0.0, r, -r)"))
            self.put(f"jax.jit(lambda r: {f})({x.name})", x.shape, "f")

    def branch(self):
        p = self.one("b", lambda v: not v.rank)
        x = self.one("f")
        if p and x and self.r.random() < 0.7:
            y = self.one("f", lambda v: v.shape == x.shape)
            self.put(f"lax.cond({p.name}, lambda r: r + {y.name}, lambda r: r * 2.0, {x.name})", x.shape, "f")
            return
        i = self.one("i", lambda v: not v.rank)
        if i and x:
            self.put(f"lax.switch({i.name}, [lambda r: r, lambda r: -r, lambda r: r * r], {x.name})", x.shape, "f")

    def loop(self):
        x = self.one("f")
        if not x:
            return
        y = self.one("f", lambda v: v.shape == x.shape)
        i = self.one("i", lambda v: not v.rank)
        which = self.r.randrange(5)
        if which == 0:
            self.put(f"lax.fori_loop(0, 3, lambda i, c: c * 0.5 + {y.name}, {x.name})", x.shape, "f")
        elif which == 1 and i:
            self.put(f"lax.fori_loop(0, {i.name} % 4, lambda i, c: c + 1.0, {x.name})", x.shape, "f")
        elif which == 2:
            self.put(f"lax.while_loop(lambda c: jnp.max(c) < 9.0, lambda c: jnp.abs(c) * 2.0 + 1.0, {x.name})", x.shape, "f")
        elif which == 3 and x.rank:
            self.put(f"lax.scan(lambda c, r: (c + r, c * 2.0), {x.name}[0] * 0.5, {x.name})[1]", x.shape, "f")
        elif which == 4 and x.rank:
            z = self.one("f", lambda v: not v.rank)
            if z:
                self.put(f"lax.map(lambda r: r * {z.name}, {x.name})", x.shape, "f")

    def over_name(self):
        x = self.one("fi")
        if not x:
            return
        which = self.r.randrange(9)
        f = self.r.choice(("psum", "pmax", "pmin"))
        if which in (0, 1):
            self.put(f'lax.{f}({x.name}, "i")', x.shape, x.kind)
        elif which == 2:
            self.put(f'lax.pmean({x.name}, "i")', x.shape, "f")
        elif which == 3:
            self.put(f'{x.name} + lax.axis_index("i")', x.shape, x.kind)
        elif which == 4 and x.rank < 3:
            at = self.r.randrange(x.rank + 1)
            self.put(f'lax.all_gather({x.name}, "i", axis={at})', x.shape[:at] + (self.size,) + x.shape[at:], x.kind)
        elif which == 5 and x.name[0] in "txyz":
            perm = list(range(self.size))
            self.r.shuffle(perm)
            self.put(f'lax.ppermute({x.name}, "i", {list(enumerate(perm))})', x.shape, x.kind)
        elif which == 6 and x.kind == "f" and x.name[0] in "xyz":
            y = self.one("f", lambda v: self.size in v.shape and v.name[0] in "xyz")
            if y:
                at = y.shape.index(self.size)
                self.put(f'lax.psum_scatter({y.name}, "i", scatter_dimension={at})', y.shape[:at] + y.shape[at + 1:], "f")
        elif which == 7 and self.size in x.shape and x.name[0] in "xyz":
            at = x.shape.index(self.size)
            self.put(f'lax.pswapaxes({x.name}, "i", {at})', x.shape, x.kind)
        elif which == 8:
            self.put(f'lax.psum({x.kind == "f" and "0.5" or "1"}, "i") * {x.name}', x.shape, x.kind)

    def inside(self):
        x = self.one("f")
        if not x:
            return
        f, which = self.r.choice(("psum", "pmax", "pmin", "pmean")), self.r.randrange(5)
        if which == 0:
            self.put(f'jax.jit(lambda r: r - lax.{f}(r, "i"))({x.name})', x.shape, "f")
        elif which == 1:
            self.put(f'lax.fori_loop(0, 2, lambda i, c: c + lax.{f}(c, "i"), {x.name})', x.shape, "f")
        elif which == 2 and x.rank:
            self.put(f'lax.scan(lambda c, r: (c + lax.{f}(r, "i"), c), {x.name}[0] * 0.5, {x.name})[1]', x.shape, "f")
        elif which == 3 and x.rank:
            self.put(f'jax.vmap(lambda r: r + lax.{f}(r, ("i", "j")), axis_name="j")({x.name})', x.shape, "f")
        elif which == 4:
            p = self.one("b", lambda v: not v.rank)
            if p:
                self.put(f'lax.cond({p.name}, lambda r: lax.{f}(r, "i"), lambda r: r, {x.name})', x.shape, "f")

    # ---- the whole ----

    def write_all(self):
        for _ in range(self.r.choice((1, 1, 2, 2, 3))):
            self.argument()
        steps = [self.elementwise, self.convert, self.binary, self.binary, self.compare, self.where, self.select, self.clip,
                 self.reduce, self.reduce, self.running, self.sort, self.shape, self.shape, self.join, self.read, self.read,
                 self.write, self.product, self.batch, self.call, self.branch, self.loop]
        if self.named:
            steps += [self.over_name, self.inside] * 8
        for _ in range(self.r.randrange(2, 8)):
            self.r.choice(steps)()
        results = [v for v in self.pool if v.name[0] == "t"][-self.r.choice((1, 1, 2)):] or [self.arguments[0]]
        text = ", ".join(v.name for v in results)
        names = ", ".join(v.name for v in self.arguments)
        body = "\n".join("    " + line for line in self.lines)
        return f"def {self.name}({names}):\n{body}\n    return {text if len(results) == 1 else f'({text})'}\n", results

    def in_axes(self):
        axes = [self.r.choice([None] + [i for i in range(-v.rank - 1, v.rank + 1)] + [0] * 3) for v in self.arguments]
        if all(a is None for a in axes):
            axes[0] = 0
        return axes

    def call_text(self, results):
        axes, size = self.in_axes(), self.size or self.r.choice(LENGTHS)
        parts = []
        for k, (v, a) in enumerate(zip(self.arguments, axes)):
            shape = list(v.shape)
            if a is not None:
                shape.insert(a % (v.rank + 1), size)
            parts.append(f'make({tuple(shape)}, "{v.kind}", {k})')
        out = [self.r.choice([0, 0, 0] + list(range(-v.rank - 1, v.rank + 1))) for v in results]
        shown = out[0] if len(out) == 1 else tuple(out)
        name = ', axis_name="i"' if self.named else ""
        return f"show({self.name}, {', '.join(parts)}, in_axes={tuple(axes)}, out_axes={shown}{name})\n"


def program(r, each, named):
    text = HEAD
    for k in range(each):
        f = Function(r, f"f{k}", named)
        source, results = f.write_all()
        text += "\n" + source + "\n\nprint(" + repr(f.name) + ")\n" + f.call_text(results)
    return text


def main():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("-n", type=int, default=20)
    p.add_argument("-s", type=int, default=1)
    p.add_argument("--each", type=int, default=10)
    p.add_argument("--named", action="store_true")
    p.add_argument("folder")
    o = p.parse_args()
    folder = pathlib.Path(o.folder)
    folder.mkdir(parents=True, exist_ok=True)
    for i in range(o.n):
        r = random.Random(o.s * 100003 + i)
        name = "named" if o.named else "vmap"
        (folder / f"{name}_{o.s}_{i:02}.py").write_text(program(r, o.each, o.named))


main()
