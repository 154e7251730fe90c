"""Loops in loops: inner rounds begin with what the last outer round found."""
from catalyst import cond, for_loop, qjit
import jax.numpy as jnp


@qjit
def f(n):
    x = jnp.ones(n)

    @for_loop(0, 3, 1, allow_array_resizing="infer")
    def outer(i, a, b):
        print("outer", a.shape[0] is b.shape[0])

        @for_loop(0, 2, 1, allow_array_resizing="infer")
        def inner(j, p, q):
            print("inner", p.shape[0] is q.shape[0])
            return p + x, jnp.ones([q.shape[0] + 1])

        p, q = inner(a, b)

        @cond(n > 2)
        def branch():
            print("branch")
            return jnp.sum(q)

        @branch.otherwise
        def branch():
            return 0.0

        return p * branch(), q

    return outer(x, x)


for n in (2, 4):
    for r in f(n):
        print(r)
print(f.jaxpr)
