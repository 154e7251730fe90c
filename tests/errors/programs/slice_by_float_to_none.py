"""E312 at `x[k:None]`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(k: float):
    x = jnp.arange(5)
    return x[k:None]

print(f(2.0))
