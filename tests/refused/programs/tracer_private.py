import jax.numpy as jnp
from catalyst import qjit
@qjit
def f(x: int):
    return x._trace
f(3)
