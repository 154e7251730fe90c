"""A nested jit takes a length and an array of it, and captures arrays of that length."""
from catalyst import qjit, for_loop
from jax import numpy as jnp
import jax


@qjit
def f(n: int, m: int):
    x = jnp.arange(n, dtype=float)

    @jax.jit
    def inner(k, y):
        @for_loop(0, k, 1)
        def loop(i, z):
            return jnp.where(y > 1, z + x, jnp.ones([k]) - y)

        return loop(y) + x + jnp.ones([k]), k

    return inner(n, x * 2)


print(f.jaxpr)
print(f(3, 3))
print(f(0, 1))
