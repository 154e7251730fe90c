"""E301 at `x * y`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes=({0: "n"}, {0: "m"}))
def f(x, y):
    return x * y

print(f(jnp.ones(3), jnp.ones(3)))
