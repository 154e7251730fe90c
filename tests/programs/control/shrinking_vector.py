"""Pairs are summed until one element is left: a carry that halves, with resizing."""
from catalyst import qjit, while_loop
from jax import numpy as jnp


@qjit
def halvings(n: int):
    @while_loop(lambda x, k: x.shape[0] > 1, allow_array_resizing=True)
    def halve(x, k):
        return jnp.ones([(x.shape[0] + 1) // 2], dtype=float), k + 1

    x, k = halve(jnp.ones([n], dtype=float), 0)
    return x, k


@qjit
def lengths(n: int, m: int):
    @while_loop(lambda x, y: x.shape[0] != y.shape[0], allow_array_resizing=True)
    def meet(x, y):
        return jnp.ones([y.shape[0]], dtype=int), jnp.zeros([x.shape[0] + 0 * y.shape[0]], dtype=int)

    return meet(jnp.ones([n], dtype=int), jnp.zeros([n], dtype=int))


print(halvings.jaxpr)
for n in (1, 2, 7, 16):
    x, k = halvings(n)
    print(n, x, k)
print(lengths.jaxpr)
print(lengths(2, 3))
