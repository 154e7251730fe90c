"""Loops with traced bounds and a step, counting down; what the index and its type are."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def down(n: int):
    @for_loop(n, 0, -2)
    def count(i, total, last):
        return total + i, i

    return count(0, -1)


@qjit
def boxes(n: int):
    x = jnp.zeros([n])

    @for_loop(0, n, 3)
    def mark(i, x):
        return x.at[i].set(i / 2)

    return mark(x)


print(down(7), down(0), down(-4))
print(down.jaxpr)
print(boxes(8))
print(boxes.jaxpr)
