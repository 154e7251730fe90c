"""Cumulative products, sums, maxima by doubling, and differences that undo the sums."""
from catalyst import qjit, while_loop
import jax.numpy as jnp


@qjit(abstracted_axes={0: "n"})
def running_maximum(x):
    n = x.shape[0]
    at = jnp.arange(n)

    @while_loop(lambda width, m: width < n)
    def double(width, m):
        moved = jnp.where(at >= width, m[jnp.maximum(at - width, 0)], -jnp.inf)
        return width * 2, jnp.maximum(m, moved)

    return double(1, x)[1]


@qjit(abstracted_axes={0: "n"})
def scans(x):
    total = jnp.cumsum(x)
    return total, jnp.cumprod(x), jnp.diff(total), total[-1], total[::-1]


x = jnp.array([3.0, -1.0, 4.0, 1.0, -5.0, 9.0, 2.0])
print(running_maximum(x), running_maximum(x[:1]))
for result in scans(x):
    print(result)
