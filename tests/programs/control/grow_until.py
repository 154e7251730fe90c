"""Arrays grow inside a while loop until a condition on their contents holds; nested resizing."""
from catalyst import qjit, while_loop, for_loop
from jax import numpy as jnp


@qjit
def grow_until(n: int, target: int):
    @while_loop(lambda x: jnp.sum(x) < target, allow_array_resizing=True)
    def outer(x):
        @for_loop(0, 2, 1, allow_array_resizing=True)
        def inner(i, y):
            return jnp.concatenate([y, jnp.ones([1], dtype=int)])

        return inner(x)

    x = outer(jnp.ones([n], dtype=int))
    return x, x.shape[0]


@qjit
def staircase(n: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def outer(i, x, area):
        @while_loop(lambda k, y: k < i, allow_array_resizing=True)
        def inner(k, y):
            return k + 1, jnp.ones([y.shape[0] + k], dtype=float)

        _, y = inner(0, x)
        return y, area + y.shape[0]

    x, area = outer(jnp.ones([n - n + 1], dtype=float), 0)
    return x.shape[0], area


print(grow_until.jaxpr)
for n, target in ((1, 1), (1, 2), (0, 5), (3, 3)):
    print(grow_until(n, target))
print(staircase.jaxpr)
print(staircase(0), staircase(1), staircase(4))
