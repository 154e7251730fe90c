"""Conditionals in conditionals in a loop, with values captured from every level."""
from catalyst import qjit, cond, for_loop
from jax import numpy as jnp


@qjit
def walk(n: int):
    ones = jnp.ones([n], dtype=int)

    @for_loop(0, n, 1)
    def step(i, x, y):
        limit = i * 2

        @cond(x > y)
        def outer():
            @cond(x > limit)
            def inner():
                return x - limit, y + jnp.sum(ones)

            @inner.else_if(x == limit)
            def inner():
                return x + 1, y

            @inner.otherwise
            def inner():
                return x, y + limit

            return inner()

        @outer.otherwise
        def outer():
            @cond(i % 2 == 0)
            def inner():
                return y + 1, x

            @inner.otherwise
            def inner():
                return y, x + limit

            return inner()

        return outer()

    return step(5, 1)


print(walk.jaxpr)
print([tuple(int(v) for v in walk(n)) for n in (0, 1, 2, 3, 6)])
