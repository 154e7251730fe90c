"""E315 at `f(jnp.ones(2), jnp.ones(3))`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes=({0: "n"}, {0: "n"}))
def f(x, y):
    return x[0] + y[0]

print(f(jnp.ones(2), jnp.ones(3)))
