"""E303 at `x @ 2`"""
from jax import numpy as jnp

x = jnp.ones(3)
print(x @ 2)
