"""E301 at `x < y`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones((n, 2))
    y = jnp.ones((2, n))
    return x < y

print(f(2))
