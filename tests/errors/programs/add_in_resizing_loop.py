"""E301 at `a * x`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    x = jnp.ones(n)

    @for_loop(0, 10, 1, allow_array_resizing=True)
    def loop(i, a):
        return a * x

    return loop(x)

print(f(3))
