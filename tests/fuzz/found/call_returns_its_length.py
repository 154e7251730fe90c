"""A nested jit returns an array and, to its right, the array's length."""
from catalyst import qjit, for_loop
from jax import numpy as jnp
import jax


@qjit
def f(n: int):
    x = jnp.full([n], 2)

    @jax.jit
    def inner(y):
        @for_loop(0, 1, 1, allow_array_resizing=True)
        def loop(k, z):
            return jnp.concatenate([x, y, z])

        w = loop(y)
        return w, w.shape[0]

    a, b = inner(x)
    return a, b, a.shape[0]


print(f.jaxpr)
print(f(2))
print(f(0))
