"""Two sorted arrays merged by a while loop with three positions; the result's length is a sum."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "m"}))
def merge(a, b):
    n, m = a.shape[0], b.shape[0]
    total = n + m
    out = jnp.zeros([total], dtype=int)

    @while_loop(lambda i, j, out: i + j < total)
    def take(i, j, out):
        first_left = i < n
        second_left = j < m
        from_first = first_left & (~second_left | (a[jnp.minimum(i, n - 1)] <= b[jnp.minimum(j, m - 1)]))

        @cond(from_first)
        def pick():
            return i + 1, j, out.at[i + j].set(a[i])

        @pick.otherwise
        def pick():
            return i, j + 1, out.at[i + j].set(b[j])

        return pick()

    return take(0, 0, out)[2]


print(merge(jnp.array([1, 4, 9]), jnp.array([2, 3, 10, 11])))
print(merge(jnp.array([5]), jnp.array([1, 2])))
print(merge(jnp.array([1, 1]), jnp.array([1])))
