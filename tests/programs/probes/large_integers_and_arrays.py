"""Host integers beyond 64 bits beside arrays: an OverflowError, except where a float array is filled."""
from catalyst import qjit
import jax.numpy as jnp


def show(name, f):
    try:
        print(name, f())
    except OverflowError:
        print(name, "OverflowError")


x = jnp.array([1.5, 2.0])
for n in (2**63 - 1, 2**63, 2**100, -(2**63), -(2**63) - 1):
    show("sum", lambda: x + n)
    show("traced", lambda: qjit(lambda x: x + n)(1.0))
    show("less", lambda: x < n)
    show("full", lambda: jnp.full([2], n, dtype=float))
    show("where", lambda: jnp.where(x > 1.6, n, x))
    show("set", lambda: x.at[0].set(n))
    show("power", lambda: x**n)
    show("argument", lambda: qjit(lambda a: a)(n))
    show("maximum", lambda: jnp.maximum(x, n))
