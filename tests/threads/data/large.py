# Results of more than 32 MB, which are written past the caches: joined rows that begin anywhere in
# a line, trips over pieces, of several types; and smaller ones, and rows too short for it.
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "n", 1: "m"}, {0: "n", 1: "k"}))
def joined(x, y):
    return jnp.concatenate([x, y], axis=1)


# Computed where it is joined.
@qjit(abstracted_axes=({0: "n", 1: "m"}, {0: "n", 1: "k"}, {}))
def computed(x, y, c):
    return jnp.concatenate([x * 2 + c, jnp.where(y > c, y, -y), x - x], axis=1)


# An array whose rows are read again while others are written.
@qjit(abstracted_axes=({0: "n", 1: "m"}, {0: "m"}))
def added(x, row):
    return x + row


@qjit(abstracted_axes=({0: "n"}, {}))
def trips(x, c):
    @for_loop(0, 5, 1)
    def loop(i, a):
        return a * c + x

    return loop(x) - c


@qjit(abstracted_axes=({0: "n"}, {}))
def many_trips(x, k: int):
    @for_loop(0, k, 1)
    def loop(i, a, b):
        return a + b, b - 1

    a, b = loop(x, x * 0 + 1)
    return a - b


@qjit(abstracted_axes={0: "n"})
def integers(x):
    @for_loop(0, 3, 1)
    def loop(i, a):
        return jnp.where(a > 5, a - 3, a + 2)

    return loop(x)


# Rows that are added to one, which threads share; with what is computed of them in front and behind.
@qjit(abstracted_axes={0: "n", 1: "m"})
def columns(x):
    return jnp.sum(x, axis=0)


@qjit(abstracted_axes=({0: "n", 1: "m"}, {0: "m"}))
def largest(x, least):
    return jnp.max(x * 0.5 - 3, axis=0) + least


# Sums of more elements than a strip has, alone and beside what is computed with them.
@qjit(abstracted_axes={0: "n"})
def totals(x):
    y = x * 2 - 1
    return y, jnp.sum(y), jnp.sum(x * x), jnp.max(y + x), jnp.prod(1 + x * 1e-7)


def show(x):
    x = x.ravel()
    n = x.shape[0]
    print(x.shape, x[0], x[n // 3], x[n - 1], jnp.sum(x), jnp.sum(x[5::11]))


for n, m, k in ((1500, 1403, 1607), (300001, 7, 9), (20, 100, 64)):
    x = (jnp.arange(n * m) % 509 * 0.25).reshape(n, m)
    y = (jnp.arange(n * k) % 257 - 100.0).reshape(n, k)
    show(joined(x, y))
    if n < 2000:
        show(computed(x, y, 0.5))
for n, m, k in ((2000, 2101, 2105), (100, 70, 50)):
    x = (jnp.arange(n * m) % 13).astype(jnp.float32).reshape(n, m)
    y = (jnp.arange(n * k) % 11 - 4).astype(jnp.float32).reshape(n, k)
    show(joined(x, y))
    show(joined(x, x + 1))
    show(added(x, (jnp.arange(m) % 5).astype(jnp.float32)))
x = jnp.arange(4200003) % 1021
show(trips(x * 0.5, 0.5))
show(many_trips(x * 0.5, 4))
show(integers(x))
for n, m in ((1003, 2101), (7, 70001), (4000, 511), (3, 100003)):
    x = (jnp.arange(n * m) % 509 * 0.1).reshape(n, m)
    show(columns(x))
    show(largest(x, x[0] * 0.125))
for n in (65536, 65537, 700001):
    y, *sums = totals(jnp.arange(n) % 1009 * 0.25 - 3)
    show(y)
    print([s.round(6) for s in sums])


@qjit(abstracted_axes=({0: "n"}))
def ordered(x):
    return jnp.sort(x)


@qjit(abstracted_axes=({0: "n", 1: "m"}))
def ordered_rows(x):
    return jnp.sort(x, axis=1)


for n in (131071, 131072, 300007):
    x = jnp.arange(n) * 7919 % 65521
    for y in (x, x.astype(jnp.float32) - 3e4, (x - 30000) * -0.5, jnp.where(x % 17 == 3, jnp.nan, x * 0.25)):
        show(ordered(y))
show(ordered_rows((jnp.arange(300000) * 7919 % 65521 * 0.5).reshape(300, 1000)))


@qjit(abstracted_axes=({0: "n"}, {0: "m"}, {0: "m"}))
def updated(x, at, u):
    return (x.at[at].add(u), x.at[at].set(u, mode="drop"), x.at[at].min(u * 2 - 1), x.at[at].multiply(u * 0.5, mode="clip"),
            x.at[at].add(jnp.sum(x[:3])))


@qjit(abstracted_axes=({0: "n"}, {0: "m"}))
def counted(x, at):
    return x.at[at].add(1)


# Indices from the end and beyond it, each several times; arrays from no element on.
for n in (0, 5, 4095, 4096, 70001):
    for m in (131071, 131072, 200003):
        at = jnp.arange(m) * 7919 % (2 * n + 3) - n
        for y in updated(jnp.arange(n) * 0.25, at, (jnp.arange(m) % 1021) * 0.1):
            print(y.shape, n and y[n // 3], jnp.sum(y), jnp.sum(y[5::11]))
        print(jnp.sum(counted(jnp.arange(n) % 7, at)), jnp.sum(counted(jnp.arange(n) % 7, at)[1::3]))
