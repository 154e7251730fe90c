"""Gaussian elimination with partial pivoting, row by row; the size is traced."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n", 1: "n"}, {0: "n"}))
def solve(a, b):
    n = a.shape[0]

    @for_loop(0, n, 1)
    def eliminate(k, a, b):
        pivot = jnp.argmax(jnp.where(jnp.arange(n) >= k, jnp.abs(a[:, k]), -1.0))
        row_k, row_p = a[k], a[pivot]
        a = a.at[k].set(row_p).at[pivot].set(row_k)
        bk, bp = b[k], b[pivot]
        b = b.at[k].set(bp).at[pivot].set(bk)

        @for_loop(k + 1, n, 1)
        def rows(i, a, b):
            factor = a[i, k] / a[k, k]
            return a.at[i].add(-factor * a[k]), b.at[i].add(-factor * b[k])

        return rows(a, b)

    a, b = eliminate(a, b)

    @for_loop(0, n, 1)
    def back(step, x):
        i = n - 1 - step
        return x.at[i].set((b[i] - jnp.sum(a[i] * x)) / a[i, i])

    return back(jnp.zeros([n]))


a = jnp.array([[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-1.0, 1.0, 2.0]])
x = solve(a, jnp.array([-8.0, 0.0, 3.0]))
print(jnp.round(x, 10), jnp.round(a @ x, 10))
print(solve(jnp.array([[2.0]]), jnp.array([3.0])))
