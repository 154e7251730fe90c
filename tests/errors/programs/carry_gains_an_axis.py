"""E503 at `loop(x)`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    x = jnp.ones(n)

    @for_loop(0, 2, 1)
    def loop(i, a):
        return a[:, None]

    return loop(x)

print(f(3))
