"""A random walk with a linear congruential generator; the path has a traced length."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp

A, C, M = 1103515245, 12345, 2**31


@qjit
def walk(steps: int, seed: int):
    path = jnp.zeros([steps + 1], dtype=int)

    @for_loop(0, steps, 1)
    def go(i, state, path):
        state = (A * state + C) % M
        up = (state >> 16) & 1

        @cond(up == 1)
        def move():
            return path[i] + 1

        @move.otherwise
        def move():
            return path[i] - 1

        return state, path.at[i + 1].set(move())

    state, path = go(seed, path)
    return path, jnp.max(path) - jnp.min(path), state


for seed in (1, 42):
    path, extent, state = walk(12, seed)
    print(path, extent, state)
print(walk(0, 7))
