"""E501 at `loop(x, 0)`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    x = jnp.ones(n)

    @for_loop(0, 3, 1)
    def loop(i, a, k):
        return a + k

    return loop(x, 0)

print(f(3))
