"""E515 at `jax.lax.while_loop(lambda x: jnp.all(x > 1), lambda x: x / 2, jnp.arange(n))`"""
import jax
import jax.numpy as jnp
from catalyst import qjit


@qjit
def f(n: int):
    return jax.lax.while_loop(lambda x: jnp.all(x > 1), lambda x: x / 2, jnp.arange(n))


print(f(3))
