"""E301 at `a * b`"""
from jax import numpy as jnp

a = jnp.ones((2, 3))
b = jnp.ones(2)
print(a * b)
