"""A linear congruential generator drives a walk; visits are counted in an array around the middle."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp


@qjit
def walk(steps: int, half: int):
    visits = jnp.zeros([half * 2 + 1], dtype=int)

    @for_loop(0, steps, 1)
    def step(i, state, at, visits):
        state = (state * 1103 + 12345) % 65536

        @cond(state < 32768)
        def moved():
            return jnp.minimum(at + 1, half)

        @moved.otherwise
        def moved():
            return jnp.maximum(at - 1, -half)

        at = moved()
        return state, at, visits.at[at + half].add(1)

    state, at, visits = step(1, 0, visits)
    return at, visits


print(walk.jaxpr)
for steps, half in ((0, 1), (10, 3), (40, 4)):
    at, visits = walk(steps, half)
    print(at, visits)
