"""Quantiles with linear interpolation from a sorted array of traced length."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "q"}))
def quantiles(x, q):
    n = x.shape[0]
    ordered = jnp.sort(x)
    place = q * (n - 1)
    low = jnp.floor(place).astype(int)
    high = jnp.minimum(low + 1, n - 1)
    part = place - low
    return ordered[low] * (1 - part) + ordered[high] * part


x = jnp.array([7.0, 1.0, 5.0, 3.0])
print(quantiles(x, jnp.array([0.0, 0.25, 0.5, 0.9, 1.0])))
print(quantiles(x[:1], jnp.array([0.3])))
print(quantiles(jnp.array([2.0, 2.0, 1.0]), jnp.linspace(0, 1, 3)), jnp.median(x))
