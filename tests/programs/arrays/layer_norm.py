"""Layer normalisation of a batch whose two sizes are traced."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'batch', 1: 'features'})
def layer_norm(x):
    mean = jnp.mean(x, axis=1, keepdims=True)
    centred = x - mean
    variance = jnp.mean(centred * centred, axis=1, keepdims=True)
    return centred / jnp.sqrt(variance + 1e-5)


for rows, columns in [(1, 4), (3, 2), (2, 5)]:
    x = jnp.arange(rows * columns, dtype=jnp.float64).reshape(rows, columns) ** 2
    y = layer_norm(x)
    print(y.shape)
    print(jnp.round(y, 6))
print(layer_norm.jaxpr)
