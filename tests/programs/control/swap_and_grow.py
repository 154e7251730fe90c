"""Two carries of different lengths change places in every trip while one of them grows."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def swap(n: int, trips: int):
    @for_loop(0, trips, 1, allow_array_resizing=True)
    def loop(i, short, long):
        return long, jnp.concatenate([short, jnp.ones([1], dtype=float)])

    a, b = loop(jnp.zeros([n], dtype=float), jnp.zeros([n + 2], dtype=float))
    return a, b, a.shape[0], b.shape[0]


print(swap.jaxpr)
for n, trips in ((1, 0), (1, 1), (1, 2), (0, 5)):
    a, b, la, lb = swap(n, trips)
    print(a, b, la, lb)
