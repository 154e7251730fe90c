"""Ackermann's function without recursion: an explicit stack of a traced size."""
from catalyst import qjit, while_loop, cond
from jax import numpy as jnp


@qjit
def ackermann(m: int, n: int, room: int):
    stack = jnp.zeros([room], dtype=int).at[0].set(m)

    @while_loop(lambda top, n, stack, steps: top > 0)
    def step(top, n, stack, steps):
        m = stack[top - 1]

        @cond(m == 0)
        def reduce():
            return top - 1, n + 1, stack

        @reduce.else_if(n == 0)
        def reduce():
            return top, jnp.int64(1), stack.at[top - 1].set(m - 1)

        @reduce.otherwise
        def reduce():
            return top + 1, n - 1, stack.at[top - 1].set(m - 1).at[top].set(m)

        top, n, stack = reduce()
        return top, n, stack, steps + 1

    _, value, _, steps = step(1, n, stack, 0)
    return value, steps


for m, n in [(0, 5), (1, 3), (2, 2), (2, 3)]:
    print(m, n, *ackermann(m, n, 40))
