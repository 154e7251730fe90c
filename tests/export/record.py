#!/usr/bin/env python3
"""What jax.export writes of functions, their arguments and what they give: the texts in jax/, made by jax 0.10.

usage: record.py        with a Python that has jax
"""
import jax, jax.numpy as jnp, numpy as np, pathlib
from jax import export, lax
jax.config.update("jax_enable_x64", True)
out = pathlib.Path(__file__).resolve().parent / "jax"
F, I = np.float64, np.int64
CASES = {
 "broadcast": (lambda x, y: x[:, None] * y[None, :] + 1.0, [("n", F), ("m", F)], ["jnp.array([1.,2,3])", "jnp.array([4.,5])"]),
 "softmax": (lambda x: jax.nn.softmax(x), [("n", F)], ["jnp.array([1.,2,4])"]),
 "standardise": (lambda x: (x - x.mean(0)) / jnp.sqrt(x.var(0) + 1e-6), [("n, 2", F)], ["jnp.array([[1.,2],[3,5],[8,1]])"]),
 "matmul": (lambda a, b: jnp.tanh(a @ b), [("n, m", F), ("m, 2", F)], ["jnp.array([[1.,2,3]])", "jnp.array([[0.1,0.2],[0.3,0.4],[0.5,0.6]])"]),
 "fori": (lambda x: lax.fori_loop(0, 5, lambda i, c: c * 0.5 + x + i, x), [("n", F)], ["jnp.array([1.,2])"]),
 "while_loop": (lambda x: lax.while_loop(lambda c: c[0] < 100.0, lambda c: (c[0] * 2.0, c[1] + 1), (x, 0)), [("", F)], ["3.0"]),
 "cond": (lambda p, x: lax.cond(p > 0, lambda v: v * 2.0, lambda v: v - 1.0, x), [("", I), ("n", F)], ["1", "jnp.array([1.,2])"]),
 "switch": (lambda i, x: lax.switch(i, [lambda v: v, lambda v: v * 10.0, lambda v: -v], x), [("", np.int32), ("n", F)], ["jnp.int32(2)", "jnp.array([1.,2])"]),
 "scan": (lambda x: lax.scan(lambda c, v: (c + v, c * v), 0.0, x), [("4", F)], ["jnp.array([1.,2,3,4])"]),
 "cumulative": (lambda x: jnp.cumsum(x), [("n", F)], ["jnp.array([1.,2,3,4])"]),
 "argmax": (lambda x: (jnp.argmax(x), jnp.argmin(x)), [("n", F)], ["jnp.array([1.,7,3])"]),
 "index": (lambda x, i: x[i], [("n", F), ("m", I)], ["jnp.array([1.,7,3])", "jnp.array([2,-1,0])"]),
 "update": (lambda x: x.at[1].set(9.0).at[0].add(2.0), [("n", F)], ["jnp.array([1.,7,3])"]),
 "reshape": (lambda x: x.reshape(-1, 2).sum(1), [("2*n", F)], ["jnp.array([1.,7,3,4])"]),
 "concatenate": (lambda x, y: jnp.concatenate([x, y, x]), [("n", F), ("m", F)], ["jnp.array([1.,7])", "jnp.array([5.])"]),
 "where": (lambda x: jnp.where(x > 2, x, 0.0), [("n", F)], ["jnp.array([1.,7,3])"]),
 "slice": (lambda x: x[1:], [("n", F)], ["jnp.array([1.,7,3])"]),
 "special": (lambda x: lax.erf(x) + jnp.tan(x) + jnp.cbrt(x), [("n", F)], ["jnp.array([0.1,0.5])"]),
 "pad": (lambda x: jnp.pad(x, (1, 2)), [("n", F)], ["jnp.array([1.,7,3])"]),
 "gradient": (lambda x: jax.grad(lambda v: jnp.sum(jnp.sin(v) * v))(x), [("n", F)], ["jnp.array([0.1,0.5])"]),
}
for name, (f, specs, args) in CASES.items():
    scope = export.SymbolicScope()
    avals = [jax.ShapeDtypeStruct(export.symbolic_shape(s, scope=scope), t) for s, t in specs]
    e = export.export(jax.jit(f))(*avals)
    text = e.mlir_module()
    (out / f"{name}.mlir").write_text(text)
    vals = [eval(a) for a in args]
    r = e.call(*[jnp.asarray(v, dtype=t) for v, (s, t) in zip(vals, specs)])
    flat = jax.tree.leaves(r)
    (out / f"{name}.args").write_text(", ".join(args) + "\n")
    (out / f"{name}.out").write_text("".join(f"{np.asarray(v)}\n" for v in flat))
