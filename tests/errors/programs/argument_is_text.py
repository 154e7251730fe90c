"""E511 at `f("double", jnp.ones(2))`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(how, x):
    return x * 2

print(f("double", jnp.ones(2)))
