import jax.numpy as jnp
from catalyst import qjit
@qjit
def f(x: float):
    return jnp.nonzero(jnp.array([x, 0.0]))
