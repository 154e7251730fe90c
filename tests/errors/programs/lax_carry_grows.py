"""E515 at `jax.lax.fori_loop(0, k, grown, jnp.ones(n))`"""
import jax
import jax.numpy as jnp
from catalyst import qjit, for_loop


def grown(i, x):
    return jnp.concatenate([x, jnp.ones(1)])


@qjit
def f(n: int, k: int):
    return jax.lax.fori_loop(0, k, grown, jnp.ones(n))


print(f(3, 2))
