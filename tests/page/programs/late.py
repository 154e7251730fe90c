from jax import numpy as jnp
from catalyst import qjit

@qjit
def f(n: int, m: int):
    x = jnp.ones([n])
    y = jnp.ones([m]).reshape([n])
    return x + y

f(3, 4)
