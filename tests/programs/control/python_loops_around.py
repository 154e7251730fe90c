"""Python's own loops and functions unroll traced ones; closures see each trip's values."""
from catalyst import qjit, for_loop, cond
from jax import numpy as jnp


def repeated(times, f):
    def run(x):
        for _ in range(times):
            x = f(x)
        return x

    return run


@qjit
def unrolled(n: int):
    x = jnp.ones([n], dtype=int)
    results = []
    for factor in (1, 2, 3):

        @for_loop(0, factor, 1)
        def loop(i, y):
            return y * factor + i

        x = loop(x)
        results.append(jnp.sum(x))
    return results, x


@qjit
def composed(n: int):
    def body(x):
        @cond(jnp.sum(x) > 10)
        def branch():
            return x - 1

        @branch.otherwise
        def branch():
            return x * 2

        return branch()

    return repeated(3, body)(jnp.ones([n], dtype=int))


print(unrolled.jaxpr)
print(unrolled(2))
print(composed(2), composed(11))
