"""A multiplication table and its diagonal, sizes traced."""
from catalyst import qjit
import jax.numpy as jnp


@qjit
def table(n, m):
    left = jnp.arange(1, n + 1)
    top = jnp.arange(1, m + 1)
    cells = left[:, None] * top[None, :]
    return cells, jnp.sum(cells, axis=0), jnp.sum(cells, axis=1), jnp.sum(cells)


for n, m in ((3, 4), (1, 2), (0, 3)):
    for r in table(n, m):
        print(r)
print(table.jaxpr)
