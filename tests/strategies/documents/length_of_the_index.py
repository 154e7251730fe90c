"""The body returns an array as long as the loop index says."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit
def indexed(size):
    @for_loop(0, 10, 1)
    def fill(i, _):
        return jnp.ones([i], dtype=float)

    return fill(jnp.ones([size], dtype=float))


try:
    print(indexed(3))
    print(indexed.jaxpr)
except ValueError as e:
    print("refused:", e)
