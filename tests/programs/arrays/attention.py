"""Scaled attention: queries and keys of two different traced lengths."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'q'}, {0: 'k'}, {0: 'k'}))
def attention(queries, keys, values):
    scores = jnp.matmul(queries, keys.T) / jnp.sqrt(2.0)
    scores = scores - jnp.max(scores, axis=1, keepdims=True)
    weights = jnp.exp(scores)
    weights = weights / jnp.sum(weights, axis=1, keepdims=True)
    return jnp.matmul(weights, values), jnp.sum(weights, axis=1)


for nq, nk in [(1, 3), (2, 2), (3, 4)]:
    q = jnp.arange(2.0 * nq).reshape(nq, 2) / 4
    k = jnp.cos(jnp.arange(2.0 * nk)).reshape(nk, 2)
    v = jnp.arange(3.0 * nk).reshape(nk, 3)
    out, total = attention(q, k, v)
    print(out.shape, jnp.round(total, 10))
    print(jnp.round(out, 6))
