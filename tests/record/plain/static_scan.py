import jax
from jax import numpy as jnp

@jax.jit
def f(x):
    def step(c, row):
        return (c, row), row
    return jax.lax.scan(step, 0.0, x)

f(jnp.ones(3))
