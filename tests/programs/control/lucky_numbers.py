"""Josephus: eliminated positions by a mask, by the recurrence, and for several circles at once."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


@qjit
def survivor(n: int, k: int):
    @for_loop(2, n + 1, 1)
    def recurrence(m, at):
        return (at + k) % m

    return recurrence(0)


@qjit
def by_mask(n: int, k: int):
    alive = jnp.ones([n], dtype=int)

    @for_loop(0, n - 1, 1)
    def eliminate(r, at, alive):
        @while_loop(lambda at, left: left > 0)
        def walk(at, left):
            following = (at + 1) % n
            return following, left - alive[following]

        at, _ = walk(at, k)
        return at, alive.at[at].set(0)

    at, alive = eliminate(n - 1, alive)
    return alive, jnp.sum(alive)


print(survivor.jaxpr)
print(survivor(7, 3), survivor(1, 5), survivor(10, 2))
alive, left = by_mask(7, 3)
print(alive, left)
alive, left = by_mask(5, 2)
print(alive, left)
print(by_mask.jaxpr)
