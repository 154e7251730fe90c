"""The k greatest values by sorting, k traced."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {}))
def top(x, k):
    order = jnp.argsort(-x)
    index = jnp.arange(k)
    return jnp.take(x, order[index]), order[index]


x = jnp.array([3.0, 9.0, -1.0, 9.0, 4.0])
for k in (1, 2, 4):
    values, index = top(x, k)
    print(k, values, index)
values, index = top(jnp.array([1.0, 2.0]), 2)
print(values, index)
