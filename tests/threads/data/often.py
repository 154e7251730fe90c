"""Small arrays in loops, in calls again and again: then the code is compiled for their lengths.

The argument says how often; what is printed does not depend on it.
"""
import sys

from catalyst import cond, for_loop, qjit, while_loop
from jax import numpy as jnp

TIMES = int(sys.argv[1])
TRIPS = 3000


@qjit(abstracted_axes={0: "n"})
def in_place(a):
    @while_loop(lambda i, a: i < TRIPS)
    def loop(i, a):
        return i + 1, a * 0.5 + 1.3

    return loop(0, a)[1]


@qjit(abstracted_axes={0: "n"})
def rolled(a):
    @for_loop(0, TRIPS, 1)
    def loop(i, a):
        return jnp.roll(a, 1) * 0.75 + a[0]

    return loop(a)


@qjit(abstracted_axes={0: "n"})
def in_branches(a, b):
    @for_loop(0, TRIPS, 1)
    def loop(i, a):
        @cond(i % 3 == 0)
        def step():
            return a * 0.9 + 1

        @step.otherwise
        def step():
            return b - a

        return step()

    return loop(a)


@qjit(abstracted_axes={0: "n"})
def one_by_one(a):
    n = a.shape[0]

    @for_loop(0, TRIPS, 1)
    def loop(i, a):
        k = i % n
        return a.at[k].set(a[jnp.maximum(k - 1, 0)] * 0.5 + i)

    return loop(a)


@qjit(abstracted_axes={0: "n"})
def of_complex(a):
    @for_loop(0, TRIPS, 1)
    def loop(i, z):
        return z * z * 0.5 + a

    return loop(a + 0.2j)


@qjit(abstracted_axes={0: "n"})
def grown(a):
    @for_loop(0, 9, 1, allow_array_resizing=True)
    def loop(i, b):
        return jnp.concatenate([b, a[:1] * i])

    return loop(a), a.shape[0]


def numbers(n):
    return jnp.sin(jnp.arange(n) + 0.5) * 0.4


def several(f, *arguments):
    for _ in range(TIMES):
        r = f(*arguments)
    return r


for n in (4, 3, 4, 0, 1, 17, 4):
    print(n, several(in_place, numbers(n)))
    print(several(in_branches, numbers(n), numbers(n) + 1))
    print(several(of_complex, numbers(n)))
    print(several(grown, numbers(n)))
    if n:
        print(several(rolled, numbers(n)))
        print(several(one_by_one, numbers(n)))
