"""E503 at `loop(jnp.zeros(2))`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    @for_loop(0, n, 1)
    def loop(i, a):
        return jnp.concatenate([a, jnp.ones(1)])

    return loop(jnp.zeros(2))

print(f(3))
