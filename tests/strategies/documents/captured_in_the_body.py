"""The body adds an array from outside to its carry: one length only where lengths are constants."""
from catalyst import for_loop, qjit
import jax.numpy as jnp


@qjit
def accumulated(size):
    ones = jnp.ones([size], dtype=float)

    @for_loop(0, 10, 1)
    def add(_, total):
        return total + ones

    return ones + add(ones)


try:
    print(accumulated(3))
    print(accumulated.jaxpr)
except ValueError as e:
    print("refused:", e)
