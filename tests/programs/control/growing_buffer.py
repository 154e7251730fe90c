"""A buffer that doubles when it is full: a carry that is resized and its capacity beside it."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp


@qjit
def collect(n: int):
    buffer = jnp.zeros([1], dtype=int)

    @for_loop(0, n, 1, allow_array_resizing=True)
    def push(i, used, sizes):
        @cond(used == sizes.shape[0])
        def grown():
            return jnp.ones([sizes.shape[0] * 2], dtype=int)

        @grown.otherwise
        def grown():
            return jnp.ones([sizes.shape[0] + 0], dtype=int)

        return used + 1, grown()

    return push(0, jnp.ones([n - n + 1], dtype=int))


print(collect.jaxpr)
for n in (0, 1, 2, 3, 5, 9):
    used, buffer = collect(n)
    print(n, used, buffer)
