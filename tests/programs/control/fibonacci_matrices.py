"""Fibonacci numbers by repeated squaring of a matrix, against the plain recurrence."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


@qjit
def by_squaring(n: int):
    base = jnp.array([[1, 1], [1, 0]])
    one = jnp.array([[1, 0], [0, 1]])

    @while_loop(lambda n, power, result: n > 0)
    def bits(n, power, result):
        @cond(n % 2 == 1)
        def multiplied():
            return result @ power

        @multiplied.otherwise
        def multiplied():
            return result

        return n // 2, power @ power, multiplied()

    return bits(n, base, one)[2][0, 1]


@qjit
def by_steps(n: int):
    @for_loop(0, n, 1)
    def step(i, a, b):
        return b, a + b

    return step(0, 1)[0]


@qjit
def table(n: int):
    @for_loop(2, n, 1)
    def fill(i, t):
        return t.at[i].set(t[i - 1] + t[i - 2])

    return fill(jnp.ones([n], dtype=int))


print(by_squaring.jaxpr)
print([int(by_squaring(n)) for n in (0, 1, 2, 10, 30)])
print([int(by_steps(n)) for n in (0, 1, 2, 10, 30)])
print(table(1), table(2), table(8))
