# Loops whose arrays change their buffers over: what is read, written, dropped and copied in a trip.
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp

N = 20
PLACES = jnp.arange(N)


@qjit
def rolled(a, trips: int):
    @for_loop(0, trips, 1)
    def loop(i, a):
        return a[(PLACES + i) % N] + 1

    return loop(a)


@qjit
def two_rolled(a, b, trips: int):
    @for_loop(0, trips, 1)
    def loop(i, a, b):
        return b[(PLACES + 1) % N] * 2, a[(PLACES * 3) % N] - b

    return loop(a, b)


@qjit
def kept_besides(a, trips: int):
    @for_loop(0, trips, 1)
    def loop(i, a, last):
        return a[(PLACES * 7) % N] + last, a

    x, y = loop(a, a * 0)
    return x + a, y


@qjit
def nested(a, trips: int):
    @for_loop(0, trips, 1)
    def outer(i, a):
        @for_loop(0, i, 1)
        def inner(j, a):
            return a[(PLACES + j) % N] * 0.5

        return inner(a) + a[(PLACES + 3) % N]

    return outer(a)


@qjit
def chosen(a, b, trips: int):
    @for_loop(0, trips, 1)
    def loop(i, a):
        @cond(i % 3 == 0)
        def step():
            return a + 1

        @step.else_if(i % 3 == 1)
        def step():
            return b

        @step.otherwise
        def step():
            return a * b

        return step()

    return loop(a), b


@qjit
def both_dropped(a, b, trips: int):
    @for_loop(0, trips, 1)
    def loop(i, x, y):
        @cond(i % 2 == 0)
        def step():
            return b, a

        @step.otherwise
        def step():
            return y + 1, x + y

        return step()

    return loop(a, b)


@qjit
def until(a):
    @while_loop(lambda i, a: i < 7)
    def loop(i, a):
        return i + 1, a[(PLACES + i) % N] + a

    return loop(0, a)[1]


x = jnp.arange(float(N))
y = jnp.arange(float(N)) * 0.5 - 3
for trips in (0, 1, 2, 5, 6):
    print(trips)
    print(rolled(x, trips))
    print(*two_rolled(x, y, trips))
    print(*kept_besides(x, trips))
    print(nested(x, trips))
    print(*chosen(x, y, trips))
    print(*both_dropped(x, y, trips))
print(until(x))
print(x, y)
