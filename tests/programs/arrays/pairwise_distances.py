"""All distances between two clouds of points, in two ways."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'm'}))
def distances(a, b):
    d = a[:, None, :] - b[None, :, :]
    return jnp.sqrt(jnp.sum(d * d, axis=-1))


@qjit(abstracted_axes=({0: 'n'}, {0: 'm'}))
def by_products(a, b):
    squares = jnp.sum(a * a, axis=1)[:, None] + jnp.sum(b * b, axis=1)[None, :]
    return jnp.sqrt(jnp.maximum(squares - 2 * jnp.matmul(a, b.T), 0.0))


a = jnp.array([[0.0, 0.0], [3.0, 4.0], [6.0, 8.0]])
b = jnp.array([[0.0, 0.0], [3.0, 0.0]])
for x, y in ((a, b), (b, a), (a, a), (a[:1], b[:1])):
    first, second = distances(x, y), by_products(x, y)
    print(jnp.round(first, 6))
    print(jnp.allclose(first, second))
