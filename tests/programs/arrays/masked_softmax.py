"""A causal and a padding mask before a softmax over a traced sequence length."""
from catalyst import qjit
import jax.numpy as jnp
import jax


@qjit(abstracted_axes=({0: "t", 1: "t"}, {}))
def causal(scores, valid):
    t = scores.shape[0]
    positions = jnp.arange(t)
    mask = (positions[None, :] <= positions[:, None]) & (positions[None, :] < valid)
    masked = jnp.where(mask, scores, -jnp.inf)
    weights = jax.nn.softmax(masked, axis=-1)
    return weights, jnp.sum(mask)


scores = jnp.array([[0.0, 1.0, 2.0], [1.0, 0.0, 0.5], [0.3, 0.2, 0.1]])
for valid in (1, 2, 3):
    weights, count = causal(scores, valid)
    print(jnp.round(weights, 5), count)
print(causal(scores[:1, :1], 1)[0])
