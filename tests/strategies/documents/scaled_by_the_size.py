"""The loop multiplies its carry by the traced size; the sum mixes its result with the start."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit
def scaled(size: int):
    start = jnp.ones([size], dtype=float)

    @for_loop(0, 10, 1)
    def times(_, values):
        return values * size

    return start + times(start)


print(scaled.jaxpr)
print(scaled(2))
