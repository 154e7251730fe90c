"""Prefix sums by a loop that carries the array, and by doubling."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def by_steps(x):
    n = x.shape[0]

    @for_loop(1, n, 1)
    def add_previous(i, acc):
        return acc.at[i].add(acc[i - 1])

    return add_previous(x)


@qjit(abstracted_axes={0: "n"})
def inclusive_and_exclusive(x):
    n = x.shape[0]
    zeros = jnp.zeros([n], dtype=int)

    @for_loop(0, n, 1)
    def scan(i, running, before, after):
        before = before.at[i].set(running)
        running = running + x[i]
        return running, before, after.at[i].set(running)

    return scan(0, zeros, zeros)


print(by_steps(jnp.array([1, 2, 3, 4])))
print(by_steps.jaxpr)
print(by_steps(jnp.array([5])))
total, before, after = inclusive_and_exclusive(jnp.array([3, 1, 4, 1, 5]))
print(total)
print(before)
print(after)
print(inclusive_and_exclusive(jnp.array([7, 7])))
