"""E301 at `y + jnp.ones(3)`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    y = jnp.linalg.inv(jnp.eye(n) * 4.0)
    return y + jnp.ones(3)

print(f(2))
