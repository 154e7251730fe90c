import jax
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(n: int):
    return jax.vmap(lambda x: jax.lax.all_gather(x, "i"), axis_name="i")(jnp.ones([n]))

f(3)
