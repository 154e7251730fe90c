"""Loops that count down, skip, or do not run at all; the step is a number or an argument."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def down(n: int):
    @for_loop(n, 0, -1)
    def loop(i, product, order):
        return product * i, order * 10 + i

    return loop(1, 0)


@qjit
def skipping(low: int, high: int, step: int):
    @for_loop(low, high, step)
    def loop(i, count, last):
        return count + 1, i

    return loop(0, -1)


@qjit
def reversed_copy(n: int):
    @for_loop(n - 1, -1, -1)
    def loop(i, x, at):
        return x.at[at].set(i), at + 1

    return loop(jnp.zeros([n], dtype=int), 0)[0]


print(down.jaxpr)
print(down(0), down(1), down(5))
print(skipping.jaxpr)
print(skipping(0, 10, 3), skipping(5, 5, 1), skipping(3, 4, 100))
print(reversed_copy(4), reversed_copy(1))
