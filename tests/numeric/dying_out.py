"""Numbers that a loop multiplies until they are below the least normal one: each product is that of Python's floats, or numpy's."""
import random

import jax
import jax.numpy as jnp
import numpy as np
from catalyst import for_loop, qjit


def compiled():
    """Functions of their own for each dtype: Catalyst promotes arguments to the dtype of the first call."""

    @qjit
    def products(x, f, c):
        @for_loop(0, f.shape[0], 1)
        def loop(i, x):
            return x * f[i] * c

        return loop(x)

    @qjit
    def powers(x, c, n):
        @for_loop(0, n, 1)
        def loop(i, x):
            return x * c

        return loop(x)

    return products, powers


@qjit
def slope(x, c):
    def f(x):
        @for_loop(0, 3270, 1)
        def loop(i, x):
            return jnp.sin(x) * c

        return loop(x)

    return jax.grad(f)(x)


SPECIAL = [float("nan"), float("inf"), 0.0, -0.0, 1.0, 3.0]
ALONE = [0.9, 0.5, -0.75, 1.0, 1.01, 0.9999999, -1.0, 0.0]


def factors(k, n):
    if k % 3 == 0:
        f = [1 - random.uniform(0, 0.002) * (1 if k % 2 else -1) for i in range(n)]
    else:
        f = [random.uniform(-1.05, 1.05) for i in range(n)]
    if k % 7 == 0:
        f[n // 2] = SPECIAL[k // 7]
    return f


def same(a, b):
    return repr(float(a)) == repr(float(b))


random.seed(7)
for dtype, least in (np.float64, 5e-324), (np.float32, 2.0**-149):
    products, powers = compiled()
    right = below = 0
    for k in range(40):
        n = random.randint(1, 1000)
        x = dtype(least * random.randint(1, 2 ** (20 if k % 2 else 3)) * (-1 if k % 4 == 0 else 1))
        f, c = np.array(factors(k, n), dtype=dtype), dtype(0.999 if k % 5 else -1.0)
        y, z = x, x
        for g in f:
            y = dtype(dtype(y * g) * c)
        for i in range(n):
            z = dtype(z * dtype(ALONE[k % 8]))
        right += same(products(x, f, c), y) + same(powers(x, dtype(ALONE[k % 8]), n), z)
        below += sum(0 < abs(v) < np.finfo(dtype).smallest_normal for v in (y, z))
    print(np.dtype(dtype).name, right, "of 80, below the least normal number", int(below))
print(f"{slope(0.5, 0.8):.3e}", f"{slope(0.5, -0.8):.3e}")
