"""E301 at `x + y`"""
from jax import numpy as jnp
from catalyst import qjit, while_loop

@qjit
def f(n: int):
    y = jnp.ones(n + 1)

    @while_loop(lambda x, k: k < 3)
    def loop(x, k):
        return x + y, k + 1

    return loop(jnp.ones(n), 0)

print(f(2))
