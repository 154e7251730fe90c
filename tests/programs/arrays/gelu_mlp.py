"""A small network with several activations, a residual and dropout by a fixed mask."""
from catalyst import qjit
import jax
import jax.numpy as jnp

ACTIVATIONS = [jax.nn.relu, jax.nn.sigmoid, jnp.tanh, jax.nn.silu, jax.nn.softplus, lambda v: 0.5 * v * (1 + jnp.tanh(v))]


def dense(x, w, b):
    return x @ w + b[None, :]


@qjit(abstracted_axes=({0: "batch"}, {}, {}))
def network(x, w, b):
    mask = (jnp.arange(x.shape[0]) % 2 == 0)[:, None]
    outs = []
    for f in ACTIVATIONS:
        h = f(dense(x, w, b))
        h = jnp.where(mask, h, 0.0) + x
        outs.append(jnp.mean(h, axis=1))
    return jnp.stack(outs)


w = jnp.array([[0.5, -1.0], [0.25, 2.0]])
b = jnp.array([0.1, -0.2])
x = jnp.array([[1.0, 2.0], [-1.0, 0.5], [0.0, -3.0]])
print(jnp.round(network(x, w, b), 6))
print(jnp.round(network(x[2:], w, b), 6).T)
