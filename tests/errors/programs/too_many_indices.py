"""E309 at `x[0, i]`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int, i: int):
    x = jnp.arange(n)
    return x[0, i]

print(f(3, 1))
