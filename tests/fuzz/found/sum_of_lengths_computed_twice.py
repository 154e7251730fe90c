"""A concatenation in a branch: its length is computed twice, and a loop's operands name both."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp
import jax


@qjit
def f(n: int):
    x = jnp.ones([n], dtype=int)

    @cond(n > 2)
    def pick():
        @for_loop(0, 2, 1)
        def loop(i, x):
            return x + 1

        return loop(jnp.concatenate([x, x]))

    @pick.otherwise
    def pick():
        return jnp.ones([n + 1], dtype=int)

    return pick()


@qjit
def g(n: int):
    x = jnp.ones([n, n], dtype=int)

    @cond(n > 1)
    def pick():
        y = jnp.concatenate([x, x], axis=1)
        return y + jnp.ones([n, y.shape[1]], dtype=int)

    @pick.otherwise
    def pick():
        return jnp.zeros([n, n + 1], dtype=int)

    return pick()


print(f.jaxpr)
print(f(3), f(1))
print(g.jaxpr)
print(g(2))
print(g(1))
