"""E306 at `jnp.sum(x, axis=1)`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones(n)
    return jnp.sum(x, axis=1)

print(f(2))
