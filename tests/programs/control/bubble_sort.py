"""Bubble sort: nested loops and a conditional swap by where, on a vector of any length."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def bubble_sort(x):
    n = x.shape[0]

    @while_loop(lambda x, swapped, passes: swapped)
    def one_pass(x, swapped, passes):
        @for_loop(0, n - 1, 1)
        def compare(i, x, swapped):
            a, b = x[i], x[i + 1]
            x = x.at[i].set(jnp.minimum(a, b))
            x = x.at[i + 1].set(jnp.maximum(a, b))
            return x, swapped | (a > b)

        x, swapped = compare(x, False)
        return x, swapped, passes + 1

    x, _, passes = one_pass(x, True, 0)
    return x, passes


for values in ([3, 1, 2], [1], [5, 4, 3, 2, 1], [1, 2]):
    print(bubble_sort(jnp.array(values)))
print(bubble_sort.jaxpr)
