"""E512 at `return x, "ones"`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones(n)
    return x, "ones"

print(f(3))
