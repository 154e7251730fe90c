"""Slices and updates at traced starts; starts beyond the end are clamped."""
from catalyst import qjit
import jax.numpy as jnp
from jax import lax


@qjit
def window(x, start):
    part = lax.dynamic_slice(x, (start,), (3,))
    return part, lax.dynamic_update_slice(x, part * 10, (start,)), x.at[start].set(-1), x[start]


x = jnp.arange(6)
for start in (0, 2, 3, 5):
    for r in window(x, start):
        print(start, r)
print(window.jaxpr)
