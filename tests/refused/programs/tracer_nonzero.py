import jax.numpy as jnp
from catalyst import qjit
@qjit
def f(n: int):
    return jnp.ones([n]).nonzero()
f(3)
