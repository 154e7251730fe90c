"""E302 at `jnp.ones(-3)`"""
from jax import numpy as jnp

print(jnp.ones(-3))
