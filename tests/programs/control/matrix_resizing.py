"""Both axes of a matrix change in the body; the lengths are returned beside it."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def frame(rows: int, columns: int, trips: int):
    @for_loop(0, trips, 1, allow_array_resizing=True)
    def pad(i, m):
        return jnp.ones([m.shape[0] + 2, m.shape[1] + 1], dtype=float)

    m = pad(jnp.zeros([rows, columns], dtype=float))
    return m, m.shape[0] * m.shape[1], jnp.sum(m)


@qjit
def transposed(n: int, m: int, trips: int):
    @for_loop(0, trips, 1, allow_array_resizing=True)
    def flip(i, x):
        return x.T

    x = flip(jnp.ones([n, m], dtype=float))
    return x


print(frame.jaxpr)
print(frame(1, 1, 1))
print(frame(0, 2, 0))
print(transposed.jaxpr)
print(transposed(2, 3, 1), transposed(2, 3, 2))
