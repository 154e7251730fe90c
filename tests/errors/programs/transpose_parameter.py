"""E314 at `lax.transpose(x, (0, 0))`"""
from jax import numpy as jnp
from jax import lax

x = jnp.ones((2, 3))
print(lax.transpose(x, (0, 0)))
