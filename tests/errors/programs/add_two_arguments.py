"""E301 at `x + y`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int, m: int):
    x = jnp.ones(n)
    y = jnp.ones(m)
    return x + y

print(f(2, 2))
