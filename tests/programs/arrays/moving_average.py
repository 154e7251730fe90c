"""A moving average of a traced window, by a difference of running sums."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {}))
def moving(x, window):
    total = jnp.cumsum(x)
    index = jnp.arange(x.shape[0])
    before = jnp.where(index >= window, total[jnp.maximum(index - window, 0)], 0.0)
    count = jnp.minimum(index + 1, window)
    return (total - before) / count


x = jnp.array([1.0, 2.0, 6.0, 3.0, 8.0, 4.0])
for window in (1, 2, 3, 10):
    print(window, jnp.round(moving(x, window), 6))
print(moving(x[:2], 2))
