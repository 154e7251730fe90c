"""A softmax over rows, with the row maximum taken away first."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n'})
def softmax(x):
    shifted = x - jnp.max(x, axis=-1, keepdims=True)
    e = jnp.exp(shifted)
    return e / jnp.sum(e, axis=-1, keepdims=True)


x = jnp.array([[1.0, 2.0, 3.0], [1000.0, 1000.0, 1000.0], [-5.0, 0.0, 5.0]])
p = softmax(x)
print(jnp.round(p, 8))
print(jnp.sum(p, axis=1))
print(jnp.round(softmax(x[:1]), 8))
print(softmax.jaxpr)
