"""E305 at `jnp.reshape(x, (-1, -1))`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones((n, 2))
    return jnp.reshape(x, (-1, -1))

print(f(2))
