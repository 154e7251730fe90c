"""Linear interpolation in a sorted table, by counting the nodes that are not larger."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "q"}, {0: "n"}, {0: "n"}))
def interpolate(q, x, y):
    n = x.shape[0]
    right = jnp.sum(q[:, None] >= x[None, :], axis=1)
    right = jnp.clip(right, 1, n - 1)
    left = right - 1
    part = (q - x[left]) / (x[right] - x[left])
    part = jnp.clip(part, 0.0, 1.0)
    return y[left] + part * (y[right] - y[left])


x, y = jnp.array([0.0, 1.0, 3.0, 4.0]), jnp.array([0.0, 10.0, 30.0, 0.0])
q = jnp.array([-1.0, 0.0, 0.5, 1.0, 2.5, 3.9, 4.0, 7.0])
print(interpolate(q, x, y))
print(interpolate(q[2:5], x[:2], y[:2]))
