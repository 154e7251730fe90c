"""E312 at `x[:k]`"""
from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(k: float):
    x = jnp.arange(5)
    return x[:k]

print(f(2.0))
