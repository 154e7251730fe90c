"""Ranks, inverse permutations and stable orders of a traced number of keys."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: "n"})
def orders(x):
    n = x.shape[0]
    order = jnp.argsort(x)
    rank = jnp.zeros([n], dtype=int).at[order].set(jnp.arange(n))
    by_count = jnp.sum((x[None, :] < x[:, None]) | ((x[None, :] == x[:, None]) & (jnp.arange(n)[None, :] < jnp.arange(n)[:, None])), axis=1)
    return x[order], rank, jnp.all(rank == by_count), -jnp.sort(-x)


for values in ([3, 1, 2], [5, 5, 1, 5], [9]):
    print(*orders(jnp.array(values)))
