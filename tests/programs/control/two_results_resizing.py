"""A loop that lengthens one carry and shortens another; the sum of the lengths stays."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def shift(n: int, steps: int):
    m = n - steps
    a, b = jnp.ones([m]), jnp.zeros([n])

    @for_loop(0, steps, 1, allow_array_resizing=True)
    def move(i, a, b):
        return jnp.ones([a.shape[0] + 1]) * i, jnp.zeros([b.shape[0] - 1]) - i

    return move(a, b)


print(shift.jaxpr)
a, b = shift(5, 3)
print(a, b, a.shape[0] + b.shape[0])
print(shift(2, 0))
