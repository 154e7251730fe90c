"""Index arrays: gathers of rows and pairs, sums by scatter-add."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'm'}))
def pick(table, index):
    return table[index], jnp.take(table, index, axis=0)


@qjit(abstracted_axes=({0: 'm'}, {0: 'm'}, {}))
def sums(index, values, n):
    return jnp.zeros(n).at[index].add(values)


table = jnp.arange(12.0).reshape(4, 3)
for index in ([0], [3, 3, 1], [-1, 2]):
    first, second = pick(table, jnp.array(index))
    print(first)
    print(jnp.array_equal(first, second))
print(sums(jnp.array([0, 2, 2, 1]), jnp.array([1.0, 2.0, 3.0, 4.0]), 4))
print(sums(jnp.array([0, 0]), jnp.array([1.0, 2.0]), 2))
