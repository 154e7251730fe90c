"""The stationary distribution of a chain with a traced number of states; entropy of the rows."""
from catalyst import qjit, while_loop
import jax.numpy as jnp


@qjit(abstracted_axes={0: "n", 1: "n"})
def stationary(counts):
    n = counts.shape[0]
    p = counts / jnp.sum(counts, axis=1, keepdims=True)
    start = jnp.ones([n]) / n

    @while_loop(lambda v, delta, k: (delta > 1e-12) & (k < 500))
    def step(v, delta, k):
        w = v @ p
        return w, jnp.max(jnp.abs(w - v)), k + 1

    v, _, _ = step(start, 1.0, 0)
    entropy = -jnp.sum(jnp.where(p > 0, p * jnp.log(jnp.where(p > 0, p, 1.0)), 0.0), axis=1)
    return v, entropy, jnp.sum(v * entropy)


v, entropy, rate = stationary(jnp.array([[8.0, 2.0, 0.0], [1.0, 7.0, 2.0], [0.0, 5.0, 5.0]]))
print(jnp.round(v, 6), jnp.round(entropy, 6), jnp.round(rate, 6))
print(stationary(jnp.array([[1.0, 1.0], [3.0, 1.0]]))[0].round(6))
