"""E307 at `jnp.squeeze(x, axis=0)`"""
from jax import numpy as jnp

x = jnp.ones((2, 1))
print(jnp.squeeze(x, axis=0))
