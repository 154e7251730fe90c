"""Steps of k-means: nearest centre, then the mean of each cluster by a matrix of ones and zeros."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'k'}))
def step(points, centres):
    d = jnp.sum((points[:, None, :] - centres[None, :, :]) ** 2, axis=2)
    nearest = jnp.argmin(d, axis=1)
    member = (nearest[:, None] == jnp.arange(centres.shape[0])).astype(points.dtype)
    count = jnp.sum(member, axis=0)
    total = jnp.matmul(member.T, points)
    return nearest, total / jnp.maximum(count, 1.0)[:, None]


points = jnp.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [9.0, 9.0], [9.0, 8.0], [5.0, 5.0]])
centres = jnp.array([[0.0, 0.0], [10.0, 10.0]])
for _ in range(3):
    nearest, centres = step(points, centres)
    print(nearest)
    print(jnp.round(centres, 6))
print(step(points[:4], points[:3])[0])
