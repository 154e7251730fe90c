"""E309 at `x[[0, 1]]`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.arange(n)
    return x[[0, 1]]

print(f(3))
