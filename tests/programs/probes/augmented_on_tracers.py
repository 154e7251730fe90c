"""Augmented assignments bind new arrays; a list holds the same object."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    v = jnp.ones(2)
    w = v
    v += x
    x **= 2
    x //= 3
    l = [x]
    k = l
    l += [x + 1]
    return v, w, x, k

print(f(4))
