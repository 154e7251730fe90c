"""E313 at `jnp.einsum("ij,j->i", x, y)`"""
from jax import numpy as jnp

x = jnp.ones(3)
y = jnp.ones(3)
print(jnp.einsum("ij,j->i", x, y))
