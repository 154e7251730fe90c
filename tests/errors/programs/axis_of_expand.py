"""E306 at `jnp.expand_dims(x, 3)`"""
from jax import numpy as jnp

x = jnp.ones(2)
print(jnp.expand_dims(x, 3))
