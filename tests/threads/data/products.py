# Products of many sizes, of which BLAS computes some in other ways than others: how they are cut for threads changes no
# bit of them. Printed is the sum of the bits of all elements.
from jax import lax, numpy as jnp
from catalyst import qjit

SIZES = (16, 40, 64, 130, 200, 255, 257, 300, 384, 512, 600)


def numbers(n, m, seed):
    return jnp.sin(jnp.arange(n * m, dtype=float) * (seed + 1.3)).reshape(n, m)


def bits(x):
    return jnp.sum(lax.bitcast_convert_type(x, jnp.int64 if x.dtype == jnp.float64 else jnp.int32))


@qjit
def plain(a, b):
    return bits(a @ b)


@qjit
def left(a, b):
    return bits(a.T @ b)


@qjit
def right(a, b):
    return bits(a @ b.T)


@qjit
def single(a, b):
    return bits(a.astype(jnp.float32) @ b.astype(jnp.float32))


for i, m in enumerate(SIZES):
    for j, n in enumerate(SIZES):
        k = SIZES[(7 * i + 5 * j) % len(SIZES)]
        a, b = numbers(m, k, i), numbers(k, n, j)
        f = (plain, left, right, single)[(i + j) % 4]
        print(f.__name__, m, n, k, f(a.T if f is left else a, b.T if f is right else b))
