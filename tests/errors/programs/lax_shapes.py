"""E310 at `lax.mul(x, y)`"""
from jax import numpy as jnp
from jax import lax
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones((2, n))
    y = jnp.ones(n)
    return lax.mul(x, y)

print(f(3))
