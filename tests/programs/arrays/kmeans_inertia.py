"""k-means with empty clusters kept in place; points and clusters of traced numbers."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "k"}, {}))
def kmeans(points, centres, rounds):
    k = centres.shape[0]

    def assign(c):
        return jnp.argmin(jnp.sum((points[:, None, :] - c[None, :, :]) ** 2, axis=-1), axis=1)

    @for_loop(0, rounds, 1)
    def improve(_, c):
        hot = (assign(c)[:, None] == jnp.arange(k)[None, :]).astype(float)
        size = jnp.sum(hot, axis=0)
        mean = hot.T @ points / jnp.maximum(size, 1.0)[:, None]
        return jnp.where((size > 0)[:, None], mean, c)

    final = improve(centres)
    labels = assign(final)
    inertia = jnp.sum((points - final[labels]) ** 2)
    return final, labels, inertia


points = jnp.array([[0.0, 0.0], [0.0, 1.0], [5.0, 5.0], [6.0, 5.0], [5.5, 6.0]])
final, labels, inertia = kmeans(points, points[jnp.array([0, 1])], 5)
print(jnp.round(final, 4), labels, jnp.round(inertia, 4))
final, labels, inertia = kmeans(points, jnp.array([[0.0, 0.0], [5.0, 5.0], [99.0, 99.0]]), 3)
print(jnp.round(final, 4), labels, jnp.round(inertia, 4))
