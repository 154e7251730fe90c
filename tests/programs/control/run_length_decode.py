"""Run lengths expanded into an array whose length is the sum of a loop's result."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "k"}, {0: "k"}))
def expand(values, lengths):
    k = values.shape[0]

    @for_loop(0, k, 1)
    def total(i, n):
        return n + lengths[i]

    n = total(0)
    out = jnp.zeros([n], dtype=int)

    @for_loop(0, k, 1)
    def runs(i, at, out):
        @for_loop(at, at + lengths[i], 1)
        def write(j, out):
            return out.at[j].set(values[i])

        return at + lengths[i], write(out)

    return runs(0, out)[1]


print(expand(jnp.array([7, 8, 9]), jnp.array([2, 0, 3])))
print(expand(jnp.array([1]), jnp.array([4])).shape)
print(expand(jnp.array([1, 2]), jnp.array([0, 0])))
