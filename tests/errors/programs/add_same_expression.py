"""E301 at `jnp.ones(n * 2) - jnp.zeros(n * 2)`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    return jnp.ones(n * 2) - jnp.zeros(n * 2)

print(f(2))
