"""E513 at `loop(x)`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    x = jnp.ones(n)

    @for_loop(0, n / 2, 1)
    def loop(i, a):
        return a + i

    return loop(x)

print(f(4))
