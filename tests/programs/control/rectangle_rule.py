"""Integrals by rectangles, trapezoids and Simpson's rule over a traced number of intervals."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


def integrand(x):
    return jnp.exp(-x * x)


@qjit
def rectangles(n: int, a: float, b: float):
    h = (b - a) / n

    @for_loop(0, n, 1)
    def add(i, total):
        return total + h * integrand(a + (i + 0.5) * h)

    return add(0.0)


@qjit
def simpson(n: int, a: float, b: float):
    x = a + jnp.arange(2 * n + 1) * ((b - a) / (2 * n))
    y = integrand(x)

    @for_loop(0, n, 1)
    def add(i, total):
        return total + y[2 * i] + 4 * y[2 * i + 1] + y[2 * i + 2]

    return add(0.0) * (b - a) / (6 * n)


for n in (1, 4, 16):
    print(n, round(float(rectangles(n, 0.0, 1.0)), 8), round(float(simpson(n, 0.0, 1.0)), 8))
