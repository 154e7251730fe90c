"""E311 at `jnp.max(x)`"""
from jax import numpy as jnp

x = jnp.zeros(0)
print(jnp.max(x))
