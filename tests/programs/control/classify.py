"""else_if chains over dynamic sizes: branches that make arrays of different lengths."""
from catalyst import qjit, cond, for_loop
from jax import numpy as jnp


@qjit
def make(n: int, kind: int):
    @cond(kind == 0)
    def pick():
        return jnp.ones([n + 1], dtype=float)

    @pick.else_if(kind == 1)
    def pick():
        return jnp.zeros([n * 2], dtype=float)

    @pick.else_if(kind == 2)
    def pick():
        return jnp.ones([n // 2], dtype=float) * 2.0

    @pick.otherwise
    def pick():
        return jnp.ones([n * 0], dtype=float)

    x = pick()
    return x, x.shape[0], jnp.sum(x)


@qjit
def sum_of_kinds(n: int):
    @for_loop(0, 4, 1)
    def loop(kind, total):
        @cond(kind % 2 == 0)
        def size():
            return n + kind

        @size.otherwise
        def size():
            return n * kind

        return total + jnp.sum(jnp.ones([size()], dtype=int))

    return loop(0)


print(make.jaxpr)
for kind in (0, 1, 2, 3):
    print(make(3, kind))
print(sum_of_kinds.jaxpr)
print(sum_of_kinds(0), sum_of_kinds(2))
