# Functions that tests/aot/run.py builds: each kind of argument, result and error that a library has.
import jax
from jax import lax, numpy as jnp
from catalyst import qjit, for_loop, while_loop, cond

TABLE = jnp.arange(12.0).reshape(3, 4)
SEVENS = jnp.array([7, 14, 21], dtype=jnp.int32)


@qjit(abstracted_axes=({0: "n"}, {0: "n"}))
def two(x, y):
    return x + y, jnp.sum(x * y), x


@qjit(abstracted_axes={0: "n", 1: "m"})
def turned(x):
    return jnp.transpose(x), x.shape[0], x.reshape(-1)


@qjit
def made(n: int, m: int):
    return jnp.ones((n, m)) * n, jnp.arange(n + m)


@qjit
def row(i: int, scale: float):
    return TABLE[i] * scale, SEVENS, TABLE


@qjit(abstracted_axes={0: "n"})
def kinds(a, b, c, d):
    return a & (b > 1), b + 1, c * 2, d / 2


@qjit(abstracted_axes={0: "n"})
def mapped(x):
    return {"twice": x["a"] * 2, "both": [x["a"] + x["b"], x["b"]]}


@qjit(abstracted_axes=({0: "n"}, {}, {}))
def words(double, register, int_):
    return double * register + int_


@qjit(abstracted_axes={0: "n"})
def kept(x):
    return jnp.concatenate([x, x[::-1]]), jnp.where(x == x, x, 0)


TABLE = jnp.array([5.0, 6.0, 7.0])


@qjit(abstracted_axes={0: "n"})
def lent(x):
    y = x * 2
    return x, y, y, TABLE, x[::-1]


@qjit
def grown(n: int):
    @for_loop(0, n, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a, jnp.ones([1]) * i])

    return loop(jnp.zeros([n]))


@qjit(abstracted_axes={0: "n"})
def halved(x):
    @while_loop(lambda x: jnp.sum(x) > 1)
    def loop(x):
        return x / 2

    return loop(x)


@qjit(abstracted_axes={0: "n"})
def scattered(x, at):
    return x.at[at].add(1.0), x[at]


@qjit
def nothing():
    return jnp.arange(4) * 2


@qjit(abstracted_axes=({0: "n", 1: "m"}, {0: "m", 1: "k"}))
def product(a, b):
    return a @ b


@qjit(abstracted_axes=({0: "n"}, {}))
def turning(x, n):
    @for_loop(0, n, 1)
    def loop(i, z):
        return z * jnp.exp(0.1j) / (1 + 0.01j) + jnp.sqrt(z)

    z = loop(x + 1j)
    return z, jnp.abs(z), z.astype(jnp.complex64), jnp.sum(x.astype(jnp.float16) * jnp.float16(0.1)).astype(float)


@qjit(abstracted_axes=({0: "n"}, {0: "n"}))
def ordered(x, by):
    table = jnp.outer(x, by)
    return jnp.sort(x), jnp.argsort(by), jnp.sort(table, axis=0), lax.sort((by, x), num_keys=2), jnp.sort(x + 1j * by)


# Errors of a run.


@qjit(abstracted_axes=({0: "n"}, {}))
def walked(x, m):
    @for_loop(0, 3, 1)
    def loop(i, s):
        return s * 0.5 + x * jnp.zeros(m - i)[0:1][0]

    return loop(x)


@qjit
def divided(n: int, d: int):
    return jnp.ones(n // d)


@qjit
def shaped(n: int, m: int):
    return jnp.ones(n).reshape(m, 2)


@qjit
def cut(n: int, m: int):
    return lax.dynamic_slice(jnp.arange(n), (0,), (m,))


@qjit
def squared(n: int):
    return jnp.zeros(n * n)


@qjit
def endless(n: int):
    @while_loop(lambda i: i < n)
    def loop(i):
        return i * 1

    return loop(0)


# What a library does not have.


@qjit
def factored(n: int):
    return lax.linalg.cholesky(jnp.eye(n))


@qjit
def called(n: int):
    return jax.pure_callback(lambda k: k + 1, jax.ShapeDtypeStruct((), jnp.int64), n)
