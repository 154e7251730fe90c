"""Keyword-only and default parameters of functions called while tracing."""
import jax.numpy as jnp
from catalyst import qjit

def affine(x, *, a=1, b=0, **rest):
    for k in sorted(rest):
        x = x + rest[k]
    return a * x + b

@qjit
def f(x: int):
    kw = {"b": 5, "extra": 1000}
    return affine(x), affine(x, a=3), affine(x, **kw), affine(x, **{**kw, "a": 2})

print(f(7))
