"""Masked sums, maxima and counts; a mask from two traced bounds."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {}, {}))
def between(x, low, high):
    mask = (x >= low) & (x < high)
    kept = jnp.where(mask, x, 0.0)
    return jnp.sum(mask), jnp.sum(kept), jnp.max(jnp.where(mask, x, -jnp.inf)), jnp.where(mask, 1, -1)


x = jnp.array([0.5, 1.5, 2.5, 3.5, jnp.nan, jnp.inf])
for low, high in ((1.0, 3.0), (0.0, 10.0), (5.0, 4.0)):
    count, total, most, signs = between(x, low, high)
    print(count, total, most, signs)
print(between(x[:1], 0.0, 1.0)[3])
print(between.jaxpr)
