"""Linear interpolation in a table, at traced numbers of knots and places."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'n'}, {0: 'm'}))
def interpolate(xs, ys, at):
    right = jnp.sum(at[:, None] >= xs[None, :], axis=1)
    right = jnp.clip(right, 1, xs.shape[0] - 1)
    x0, x1 = xs[right - 1], xs[right]
    t = (at - x0) / (x1 - x0)
    return ys[right - 1] * (1 - t) + ys[right] * t


xs = jnp.array([0.0, 1.0, 3.0])
ys = jnp.array([0.0, 10.0, 50.0])
print(interpolate(xs, ys, jnp.array([0.0, 0.25, 1.0, 2.0, 3.0])))
print(interpolate(xs[:2], ys[:2], jnp.array([0.5])))
