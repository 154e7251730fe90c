"""Least squares with a Vandermonde matrix and Cramer's rule."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'n'}))
def line(x, y):
    powers = jnp.stack([jnp.ones_like(x), x], axis=1)
    normal = jnp.matmul(powers.T, powers)
    right = jnp.matmul(powers.T, y)
    det = normal[0, 0] * normal[1, 1] - normal[0, 1] * normal[1, 0]
    intercept = (right[0] * normal[1, 1] - normal[0, 1] * right[1]) / det
    slope = (normal[0, 0] * right[1] - normal[1, 0] * right[0]) / det
    return intercept, slope, y - (intercept + slope * x)


for n in (2, 3, 6):
    x = jnp.arange(float(n))
    intercept, slope, rest = line(x, 3.0 - 2.0 * x + (x == 2.0))
    print(n, round(float(intercept), 6), round(float(slope), 6))
    print(jnp.round(rest, 6) + 0.0)
