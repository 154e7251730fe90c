"""The edit distance of two sequences by a table with one row kept; both lengths are traced."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "m"}))
def distance(a, b):
    n, m = a.shape[0], b.shape[0]
    first = jnp.arange(m + 1)

    @for_loop(0, n, 1)
    def rows(i, previous):
        start = jnp.zeros_like(first).at[0].set(i + 1)

        @for_loop(0, m, 1)
        def columns(j, row):
            change = jnp.where(a[i] == b[j], 0, 1)
            best = jnp.minimum(previous[j] + change, jnp.minimum(previous[j + 1], row[j]) + 1)
            return row.at[j + 1].set(best)

        return columns(start)

    return rows(first)[m]


def codes(word):
    return jnp.array([ord(c) - ord("a") for c in word])


for one, two in [("kitten", "sitting"), ("a", "b"), ("flaw", "lawn"), ("same", "same")]:
    print(one, two, distance(codes(one), codes(two)))
