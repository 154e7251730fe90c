"""E304 at `jnp.concatenate([x, y])`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones((n, 2))
    y = jnp.ones((n, 3))
    return jnp.concatenate([x, y])

print(f(2))
