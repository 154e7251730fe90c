"""E301 at `b + a`"""
from jax import numpy as jnp
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    @for_loop(0, 2, 1, allow_array_resizing=True)
    def outer(i, a):
        @for_loop(0, 2, 1, allow_array_resizing=True)
        def inner(k, b):
            return b + a

        return inner(a)

    return outer(jnp.ones(n))

print(f(3))
