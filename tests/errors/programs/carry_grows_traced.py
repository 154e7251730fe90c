"""E504 at `loop(x)`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    x = jnp.ones(n)

    @for_loop(0, 3, 1)
    def loop(i, a):
        return jnp.concatenate([a, a])

    return loop(x)

print(f(3))
