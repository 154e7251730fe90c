# Loops that read and write single elements, at, before and behind the ends of an array.
from jax import numpy as jnp
from catalyst import qjit, for_loop, while_loop


@qjit(abstracted_axes={0: "n"})
def before(x):
    @for_loop(0, x.shape[0], 1)
    def loop(i, x):
        return x.at[i].set(x[jnp.maximum(i - 1, 0)] * 2)

    return loop(x)


@qjit(abstracted_axes={0: "n"})
def behind(x):
    @for_loop(0, x.shape[0], 1)
    def loop(i, x):
        return x.at[i].set(x[jnp.minimum(i + 1, x.shape[0] - 1)] + 1)

    return loop(x)


@qjit(abstracted_axes={0: "n"})
def outside(x):
    @for_loop(-2, x.shape[0] + 2, 1)
    def loop(i, x):
        return x.at[i + 1].add(x[i - 1])

    return loop(x)


@qjit(abstracted_axes={0: "n"})
def backwards(x):
    @for_loop(0, x.shape[0], 1)
    def loop(i, x):
        return x.at[x.shape[0] - 1 - i].multiply(x[-i] + i)

    return loop(x)


@qjit(abstracted_axes=({0: "n"}, {}))
def every_second(x, k: int):
    @for_loop(k, x.shape[0] - 1, 2)
    def loop(i, x):
        return x.at[i].set(x[i + 1]).at[i + 1].set(i)

    return loop(x)


@qjit(abstracted_axes=({0: "n"}, {0: "m"}))
def other(x, y):
    @for_loop(0, y.shape[0], 1)
    def loop(i, x, s):
        return x.at[i].set(y[i]), s + x[i]

    return loop(x, 0.0)


@qjit
def known():
    @for_loop(0, 6, 1)
    def loop(i, x):
        return x.at[jnp.maximum(i, 2)].add(i).at[5 - i].set(x[i])

    return loop(jnp.arange(6))


@qjit(abstracted_axes={0: "n", 1: "m"})
def diagonal(x):
    @for_loop(0, x.shape[0], 1)
    def loop(i, x):
        return x.at[i, i].set(x[i, 0] + i)

    return loop(x)


@qjit
def many(n: int):
    @for_loop(0, n, 1)
    def loop(i, x, s):
        return x.at[i % 7].add(1), s + i

    return loop(jnp.zeros(7, dtype=int), 0)


for n in range(1, 6):
    x = jnp.arange(n) + 1.0
    print(before(x), behind(x))
    print(outside(x), backwards(x))
    print(every_second(x, 0), every_second(x, 1), every_second(x, -3))
    print(other(x, jnp.arange(3) + 10.0))
print(known())
print(diagonal(jnp.ones((3, 2))), diagonal(jnp.ones((2, 4))))
print(many(5), many(1023), many(1024), many(1025), many(3000), many(1100000))
