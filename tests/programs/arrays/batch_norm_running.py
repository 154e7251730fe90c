"""Batch normalisation with running statistics kept in a dictionary between batches of any size."""
from catalyst import qjit
import jax.numpy as jnp

MOMENTUM = 0.9


@qjit(abstracted_axes=({0: "batch"}, {}))
def step(x, state):
    mean, var = jnp.mean(x, axis=0), jnp.var(x, axis=0)
    state = {
        "mean": MOMENTUM * state["mean"] + (1 - MOMENTUM) * mean,
        "var": MOMENTUM * state["var"] + (1 - MOMENTUM) * var,
        "seen": state["seen"] + x.shape[0],
    }
    y = (x - mean) / jnp.sqrt(var + 1e-5) * state.get("scale", 1.0)
    return y, state


state = {"mean": jnp.zeros(3), "var": jnp.ones(3), "seen": 0}
data = jnp.sin(jnp.arange(30.0)).reshape(10, 3)
for low, high in [(0, 4), (4, 6), (6, 10)]:
    y, state = step(data[low:high], state)
    print(jnp.round(jnp.mean(y, axis=0), 6) + 0.0, jnp.round(jnp.std(y, axis=0), 4))
for key in sorted(state):
    print(key, jnp.round(state[key], 6))
