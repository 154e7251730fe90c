# Loops in loops, both ways to carry lengths, a conditional inside: the program of the page's test.
from jax import numpy as jnp
from catalyst import qjit, for_loop, while_loop, cond


@qjit(abstracted_axes={0: "n"})
def nested(y):
    m = y.shape[0] + 1
    z = jnp.ones([m], dtype=float)

    @for_loop(0, 3, 1, allow_array_resizing=True)
    def outer(i, a):
        k = a.shape[0] * 2

        @for_loop(0, 2, 1)
        def inner(j, b):
            return b + jnp.ones([k], dtype=float)

        c = inner(jnp.ones([k], dtype=float))

        @cond(i > 1)
        def longer():
            return jnp.concatenate([a, c])

        @longer.otherwise
        def same():
            return a

        return longer()

    @while_loop(lambda s, t: t < 2)
    def steady(s, t):
        return s + z, t + 1

    u, _ = steady(z, 0)
    return outer(y), u


print(nested(jnp.ones([2])))
