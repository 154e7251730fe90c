# Rows of a few elements: sums and products of up to eight are made in the order of the elements, by
# either engine; lengths that are known and unknown, stored and computed, of both kinds of floats.
from catalyst import qjit
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n", 1: "m"})
def sums(x):
    return jnp.sum(x, axis=1)


@qjit(abstracted_axes={0: "n", 1: "m"})
def products(x):
    return jnp.prod(x * 0.5 + 1, axis=1)


@qjit(abstracted_axes={0: "n"})
def known(x):
    return jnp.sum(x, axis=1), jnp.sum(x * x, axis=-1)


@qjit(abstracted_axes={0: "b", 1: "n", 2: "m"})
def blocks(x):
    return jnp.sum(x, axis=2)


for dtype in (jnp.float64, jnp.float32):
    for n in (1, 3, 8, 21):
        for m in (1, 2, 3, 4, 5, 6, 7, 8, 9):
            step = 0.1 if m < 8 else 0.25
            x = (jnp.arange(n * m) * 7 % 11 * step - 0.5).astype(dtype).reshape(n, m)
            a, b = known(x)
            print(n, m, sums(x)[-2:], products(x)[-2:], a[-2:], b[-2:], blocks(x.reshape(1, n, m)))
    x = (jnp.arange(64 * 8) * 7 % 11 * 0.1 - 0.5).astype(dtype).reshape(64, 8)
    print(sums(x)[::9], sums(-x * 0.0)[:2], sums(jnp.where(x > 0.4, jnp.inf, x))[:4])
