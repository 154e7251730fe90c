"""Rows of Pascal's triangle: a carry that grows by one in every trip, and the same in place."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def row_in_place(n: int):
    start = jnp.zeros([n + 1], dtype=int)

    @for_loop(0, n, 1)
    def following(i, row):
        @for_loop(0, n, 1)
        def update(k, row):
            at = n - k
            return row.at[at].add(row[at - 1])

        return update(row)

    return following(start.at[0].set(1))


@qjit
def row_lengths(n: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def grow(i, row, total):
        longer = jnp.ones([row.shape[0] + 1], dtype=int)
        return longer, total + longer.shape[0]

    return grow(jnp.ones([n * 0 + 1], dtype=int), 1)


print(row_in_place(0), row_in_place(1), row_in_place(5))
print(row_lengths.jaxpr)
print(row_lengths(0), row_lengths(4))
