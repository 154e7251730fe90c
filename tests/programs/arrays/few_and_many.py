"""Loops over elements inside loops of a program: none, few, and many of them."""
from catalyst import qjit, for_loop, cond
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'n'}))
def branches(a, b):
    @for_loop(0, 7, 1)
    def loop(i, a):
        @cond(i % 3 == 1)
        def step():
            return b

        @step.otherwise
        def step():
            return a * 2 + 1

        return step()

    return loop(a)


@qjit(abstracted_axes={0: 'n'})
def rolled(a):
    n = a.shape[0]

    @for_loop(0, 5, 1)
    def loop(i, a):
        return a[(jnp.arange(n) + (n - 1)) % n] + i

    return loop(a)


@qjit(abstracted_axes={0: 'n'})
def sums(a):
    @for_loop(0, 4, 1)
    def loop(i, a, s, k):
        a = a * 0.5 + i
        return a, s + jnp.sum(a), k + jnp.arange(k.shape[0]) * i

    return loop(a, 0.0, jnp.zeros(a.shape[0], dtype=int))


for n in (1, 2, 3, 4, 5, 7, 8, 12, 15, 16, 17, 31, 64, 70):
    a = jnp.arange(n) * 0.25
    x, y = branches(a, a[::-1] - 1), rolled(a)
    z, s, k = sums(a)
    print(n, jnp.sum(x), x[0], x[-1], jnp.sum(y), y[0], y[-1], jnp.sum(z), s, jnp.sum(k), k[-1])
