"""Lengths carried as numbers: arrays of those lengths are made again inside the body."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


@qjit
def lengths_only(n: int):
    @while_loop(lambda size, total: total < 20)
    def loop(size, total):
        x = jnp.ones([size], dtype=int)
        return size + 1, total + jnp.sum(x)

    size, total = loop(n, 0)
    return jnp.ones([size], dtype=int), total


@qjit
def array_and_length(n: int):
    @for_loop(0, 3, 1, allow_array_resizing=True)
    def loop(i, size, x):
        bigger = size + x.shape[0]
        return bigger, jnp.ones([bigger], dtype=float) * 2.0

    size, x = loop(n, jnp.ones([n], dtype=float))
    return size, x.shape[0], jnp.sum(x)


print(lengths_only.jaxpr)
print(lengths_only(1), lengths_only(9))
print(array_and_length.jaxpr)
print(array_and_length(1), array_and_length(0), array_and_length(2))
