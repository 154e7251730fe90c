"""E301 at `x += y`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones(n)
    y = jnp.ones(3)
    x += y
    return x

print(f(3))
