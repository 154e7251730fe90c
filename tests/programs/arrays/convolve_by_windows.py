"""One-dimensional convolution: full, same and valid, from a matrix of windows made by indices."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {0: "k"}))
def full(x, kernel):
    n, k = x.shape[0], kernel.shape[0]
    i = jnp.arange(n + k - 1)[:, None]
    j = jnp.arange(k)[None, :]
    at = i - j
    inside = (at >= 0) & (at < n)
    return jnp.sum(jnp.where(inside, x[jnp.clip(at, 0, n - 1)], 0.0) * kernel[None, :], axis=1)


@qjit(abstracted_axes=({0: "n"}, {}))
def smooth(x, width):
    n = x.shape[0]
    c = jnp.concatenate([jnp.zeros([1]), jnp.cumsum(x)])
    at = jnp.arange(n)
    low = jnp.maximum(at - width, 0)
    high = jnp.minimum(at + width + 1, n)
    return (c[high] - c[low]) / (high - low)


x = jnp.array([1.0, 4.0, 9.0, 16.0])
print(full(x, jnp.array([1.0, -1.0])), full(x, jnp.array([0.25, 0.5, 0.25])))
print(smooth(x, 1), smooth(x, 0), smooth(x, 10))
