"""Rearrangements of arrays of traced sizes."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n', 1: 'm'})
def shuffle(x):
    return (x.T, jnp.transpose(x).reshape(-1), x.ravel(), jnp.expand_dims(x, 1), jnp.flip(x, 0),
            jnp.swapaxes(x, 0, 1), jnp.concatenate([x, x], axis=0))


for n, m in ((2, 3), (1, 4)):
    for r in shuffle(jnp.arange(n * m).reshape(n, m)):
        print(r.shape)
        print(r)
