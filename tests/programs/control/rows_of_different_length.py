"""A jagged array as values and offsets: sums and maxima of rows by nested loops."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "values"}, {0: "rows"}))
def row_sums(values, starts):
    rows = starts.shape[0]

    @for_loop(0, rows, 1)
    def each(r, sums, longest):
        first = starts[r]
        last = jnp.where(r + 1 < rows, starts[jnp.minimum(r + 1, rows - 1)], values.shape[0])

        @for_loop(first, last, 1)
        def add(i, total):
            return total + values[i]

        return sums.at[r].set(add(0)), jnp.maximum(longest, last - first)

    return each(jnp.zeros([rows], dtype=int), 0)


sums, longest = row_sums(jnp.array([1, 2, 3, 4, 5, 6]), jnp.array([0, 2, 2, 5]))
print(sums, longest)
print(row_sums.jaxpr)
