"""Sums, maxima and means of segments, by comparison with the labels and by scattered updates."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "n"}, {}))
def segments(x, label, count):
    own = label[None, :] == jnp.arange(count)[:, None]
    total = jnp.sum(jnp.where(own, x[None, :], 0.0), axis=1)
    scattered = jnp.zeros([count]).at[label].add(x)
    largest = jnp.max(jnp.where(own, x[None, :], -jnp.inf), axis=1)
    size = jnp.sum(own, axis=1)
    return total, scattered, largest, size, total / jnp.maximum(size, 1)


x = jnp.array([1.0, 2.0, 3.0, 4.0, 5.0])
for result in segments(x, jnp.array([0, 2, 0, 2, 2]), 4):
    print(result)
print(segments(x[:2], jnp.array([1, 1]), 2)[0])
