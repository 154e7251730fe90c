"""jnp.array and its like of traced scalars of every kind."""
import jax
from jax import numpy as jnp
from catalyst import qjit
def show(f):
    try: print(qjit(f).jaxpr)
    except Exception as e: print(type(e).__name__)
for t in (bool, int, float, complex):
    def a(v: t): return jnp.asarray(v)
    show(a)
    def a(v: t): return jnp.array(v)
    show(a)
    def a(v: t): return jnp.asarray(v, t)
    show(a)
    def a(v: t): return jnp.where(v, 1, 2)
    show(a)
    def a(v: t): return jnp.full([3], v)
    show(a)
    def a(v: t): return jnp.stack([v, v])
    show(a)
    def a(v: t): return jnp.array([v, v])
    show(a)
    def a(v: t): return jnp.zeros(3, t).at[0].set(v)
    show(a)
    def a(v: t): return v.astype(t)
    show(a)
