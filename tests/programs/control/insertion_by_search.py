"""Insertion sort with an inner while loop that shifts elements."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def insertion_sort(x):
    @for_loop(1, x.shape[0], 1)
    def insert(i, x, moves):
        value = x[i]

        @while_loop(lambda j, x, moves: (j > 0) & (x[j - 1] > value))
        def shift(j, x, moves):
            return j - 1, x.at[j].set(x[j - 1]), moves + 1

        j, x, moves = shift(i, x, moves)
        return x.at[j].set(value), moves

    return insert(x, 0)


for values in ([3, 1, 2], [1], [5, 4, 3, 2, 1], [1, 2]):
    x, moves = insertion_sort(jnp.array(values))
    print(x, moves)
print(insertion_sort.jaxpr)
