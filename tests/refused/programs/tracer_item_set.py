import jax.numpy as jnp
from catalyst import qjit
@qjit
def f(n: int):
    x = jnp.ones(3)
    x[0] = 1
    return x
f(3)
