"""E305 at `x.reshape(4, 2)`"""
from jax import numpy as jnp

x = jnp.ones(6)
print(x.reshape(4, 2))
