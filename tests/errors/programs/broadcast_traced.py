"""E308 at `jnp.broadcast_to(x, (n, 2))`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones(n)
    return jnp.broadcast_to(x, (n, 2))

print(f(3))
