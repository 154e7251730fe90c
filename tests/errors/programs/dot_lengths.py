"""E303 at `jnp.dot(jnp.ones(n), jnp.ones(m))`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int, m: int):
    return jnp.dot(jnp.ones(n), jnp.ones(m))

print(f(3, 3))
