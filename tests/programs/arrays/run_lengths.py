"""Where runs of equal values begin, and how long each value's run is so far."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n'})
def runs(x):
    index = jnp.arange(x.shape[0])
    before = x[jnp.maximum(index - 1, 0)]
    begins = (index == 0) | (x != before)
    start = jnp.max(jnp.where(begins[None, :] & (index[None, :] <= index[:, None]), index[None, :], 0), axis=1)
    return begins, index - start + 1


for values in ([7], [1, 1, 2, 2, 2, 1], [3, 3, 3]):
    begins, length = runs(jnp.array(values))
    print(begins)
    print(length)
