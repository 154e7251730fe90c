"""E302 at `jnp.zeros((n / 2, 2))`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    return jnp.zeros((n / 2, 2))

print(f(4))
