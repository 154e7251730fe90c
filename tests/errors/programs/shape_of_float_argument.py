"""E302 at `jnp.ones(n)`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: float):
    return jnp.ones(n)

print(f(2))
