import jax
from jax import numpy as jnp

@jax.jit
def f(x):
    total = 0.0
    if x[0] > 2:
        total = total + 1
    return total

f(jnp.ones(3))
