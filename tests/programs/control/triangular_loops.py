"""Nested loops whose bounds depend on the indices around them, with captured arrays."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def triangle(n: int):
    weights = jnp.ones([n], dtype=int)

    @for_loop(0, n, 1)
    def rows(i, total, seen):
        @for_loop(i, n, 1)
        def columns(j, total, seen):
            @for_loop(0, j - i, 1)
            def depth(k, total):
                return total + weights[k]

            return depth(total), seen.at[j].add(1)

        return columns(total, seen)

    return rows(0, jnp.zeros([n], dtype=int))


print(triangle.jaxpr)
for n in (0, 1, 3, 5):
    total, seen = triangle(n)
    print(total, seen)
