"""The survivor of Josephus' circle by a ring of flags and two nested while loops."""
from catalyst import qjit, while_loop
from jax import numpy as jnp


@qjit
def survivor(n: int, k: int):
    alive = jnp.ones([n], dtype=bool)

    @while_loop(lambda left, at, alive: left > 1)
    def rounds(left, at, alive):
        @while_loop(lambda count, at: count < k)
        def skip(count, at):
            at = (at + 1) % n
            return count + jnp.where(alive[at], 1, 0), at

        _, at = skip(0, at)
        return left - 1, at, alive.at[at].set(False)

    _, _, alive = rounds(n, n - 1, alive)
    return jnp.argmax(alive), jnp.sum(alive)


for n, k in [(1, 3), (5, 2), (7, 3), (41, 3)]:
    print(n, k, *survivor(n, k))
