"""E301 at `jnp.where(x > 0, x, y)`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones(n)
    y = jnp.zeros(n + 1)
    return jnp.where(x > 0, x, y)

print(f(2))
