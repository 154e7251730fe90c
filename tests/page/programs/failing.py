from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    x = jnp.ones([n])

    @for_loop(0, 3, 1, allow_array_resizing=True)
    def loop(i, a):
        return a * x

    return loop(x)

f(3)
