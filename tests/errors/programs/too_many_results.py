"""E501 at `loop(x)`"""
from jax import numpy as jnp
from catalyst import qjit, while_loop

@qjit
def f(n: int):
    x = jnp.ones(n)

    @while_loop(lambda a: a[0] < 1)
    def loop(a):
        return a + 1, n

    return loop(x)

print(f(3))
