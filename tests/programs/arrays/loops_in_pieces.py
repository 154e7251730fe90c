# Loops that do the same to every element, trip after trip, over fewer and more elements than a piece
# of them has; and loops that look like it but read other elements.
from jax import numpy as jnp
from catalyst import qjit, for_loop


@qjit
def sums(n: int, trips: int):
    x = jnp.arange(n) * 0.5

    @for_loop(0, trips, 1)
    def loop(i, a):
        return a * 0.5 + x + i

    return x, loop(x), loop(x + 1.0)


@qjit
def two(n: int):
    @for_loop(0, 20, 1)
    def loop(i, p, v):
        v = v - p * 0.125
        return p + v * 0.125, v

    return loop(jnp.arange(n) * 1.0, jnp.ones([n]))


@qjit
def gathers(n: int):
    x = jnp.arange(n) * 1.0

    @for_loop(0, 3, 1)
    def loop(i, a):
        return a + x[::-1] + x[0] + x[n - 1 - i]

    return loop(x)


@qjit
def neighbours(n: int):
    @for_loop(0, 5, 1)
    def loop(i, a):
        return a + a[::-1] + a[0] + jnp.sum(a) / n

    return loop(jnp.arange(n) * 0.25)


@qjit
def nested(n: int, m: int):
    @for_loop(0, 3, 1)
    def outer(k, a, s):
        @for_loop(k, m, 2)
        def inner(i, b):
            return b * 0.75 + i + k

        a = inner(a)
        return a, s + a[n - 1]

    return outer(jnp.arange(n) * 1.0, 0.0)


@qjit
def integers(n: int):
    @for_loop(0, 9, 1)
    def loop(i, a, flags):
        a = jnp.where(flags, a * 3 + i, a - 1) % 1000
        return a, a > 500

    return loop(jnp.arange(n), jnp.arange(n) % 2 == 0)


@qjit
def checked(n: int, k: int):
    @for_loop(0, k, 1)
    def loop(i, a):
        return a + jnp.ones([3 - i])[0]

    return loop(jnp.zeros([n]))


# What is computed in front of the trips and behind them, of the same elements and of others.
@qjit
def around(n: int, trips: int):
    x = jnp.arange(n) * 0.25

    @for_loop(0, trips, 1)
    def loop(i, a):
        return a * 0.5 + x

    a = loop(jnp.sqrt(x) + 1.0)
    b = loop(x[::-1] * 2.0)
    return a - x, a - x[::-1], b[::-1] * 0.5, jnp.where(a > b, a * b, x), jnp.sqrt(a * 0.5)


@qjit
def around_first(n: int, trips: int):
    x = jnp.arange(n) + 7

    @for_loop(0, trips, 1)
    def loop(i, a):
        return a + x * i

    a = loop(x * 3)
    return a - a[0], a * 2 - x[n - 1]


@qjit
def around_two(n: int, m: int):
    @for_loop(0, m, 1)
    def outer(k, a):
        @for_loop(0, k, 1)
        def inner(i, p, q):
            return p + q * 0.5, q - p * 0.25

        p, q = inner(a + 1.0, a - 1.0)
        return p * 0.5 + q

    return outer(jnp.arange(n) * 0.125) + 1.0


# Few trips, known before: with what is beside them.
@qjit
def few(n: int):
    x = jnp.arange(n) * 0.25

    @for_loop(0, 2, 1)
    def two(i, a):
        return a * 0.5 + x * i

    @for_loop(0, 4, 1)
    def four(i, p, q):
        return p + q * 0.5, q - p * 0.25 + i

    @for_loop(0, 16, 1)
    def sixteen(i, a):
        return a + x

    @for_loop(0, 17, 1)
    def seventeen(i, a):
        return a + x

    p, q = four(x + 1.0, x - 1.0)
    a = sixteen(x * 0.5)
    return two(x) - 1.0, p * q, a + x, a - x[::-1], seventeen(a) * 0.5, two(a)


# The fifth trip asks for an element that is not there.
@qjit
def few_checked(n: int, k: int):
    @for_loop(0, 5, 1)
    def loop(i, a):
        return a + jnp.ones([k - i])[0]

    return loop(jnp.zeros([n])) + 1.0


def show(r):
    for x in r if isinstance(r, tuple) else (r,):
        x = x * 1.0
        if x.ndim == 0:
            print("scalar", x.tolist())
        elif x.size:
            print(x.shape, x[0].tolist(), x[-1].tolist(), jnp.round(jnp.sum(x), 3).tolist(), jnp.max(x).tolist())
        else:
            print(x.shape)


for n in (0, 1, 3, 2047, 2048, 2049, 5000):
    show(sums(n, 7))
    show(sums(n, 0))
    show(two(n))
    show(integers(n))
    if n:
        show(gathers(n))
        show(neighbours(n))
        show(nested(n, 6))
for n in (0, 5000):
    show(checked(n, 3))
    try:
        show(checked(n, 5))
    except Exception as e:
        print("stopped")
for n in (0, 1, 3, 2047, 2048, 2049, 5000):
    show(around(n, 7))
    show(around(n, 0))
    show(around_two(n, 4))
    if n:
        show(around_first(n, 5))
        show(around_first(n, 0))
for n in (0, 1, 3, 2047, 2048, 2049, 5000):
    show(few(n))
for n in (0, 5000):
    show(few_checked(n, 5))
    try:
        show(few_checked(n, 3))
    except Exception as e:
        print("stopped")
