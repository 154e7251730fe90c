import jax
from jax import numpy as jnp

@jax.jit
def f(x, y):
    z = jnp.concatenate([x, x])
    return z * y

f(jnp.ones(3), jnp.arange(4.0))
