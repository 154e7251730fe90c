"""E304 at `jnp.stack([x, y])`"""
from jax import numpy as jnp

x = jnp.ones(2)
y = jnp.ones(3)
print(jnp.stack([x, y]))
