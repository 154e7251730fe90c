"""E304 at `jnp.concatenate([x, y])`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones((2, n))
    y = jnp.ones(n)
    return jnp.concatenate([x, y])

print(f(2))
