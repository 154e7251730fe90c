"""E303 at `x @ y`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones((2, n))
    y = jnp.ones((2, n))
    return x @ y

print(f(3))
