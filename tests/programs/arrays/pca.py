"""Principal components by power iteration with deflation; both sizes of the data are traced."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n", 1: "d"}, {}))
def components(x, count):
    n, d = x.shape
    centred = x - jnp.mean(x, axis=0)
    covariance = centred.T @ centred / (n - 1)

    @for_loop(0, count, 1)
    def each(k, c, vectors, values):
        @for_loop(0, 200, 1)
        def power(_, v):
            v = c @ v
            return v / jnp.sqrt(jnp.sum(v * v))

        v = power(jnp.ones([d]))
        value = v @ c @ v
        return c - value * jnp.outer(v, v), vectors.at[k].set(v), values.at[k].set(value)

    _, vectors, values = each(covariance, jnp.zeros([count, d]), jnp.zeros([count]))
    explained = values / jnp.trace(covariance)
    return jnp.abs(vectors), values, explained


t = jnp.arange(12.0)
x = jnp.stack([t, 2 * t + jnp.sin(t), jnp.cos(3 * t)], axis=1)
vectors, values, explained = components(x, 2)
print(jnp.round(vectors, 4), jnp.round(values, 4), jnp.round(jnp.sum(explained), 4), sep="\n")
