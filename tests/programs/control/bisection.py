"""Bisection of a polynomial with captured coefficients; a root for each of several right sides."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


def horner(c, x):
    @for_loop(0, c.shape[0], 1)
    def step(i, acc):
        return acc * x + c[i]

    return step(0.0)


@qjit(abstracted_axes=({0: "degree"}, {}, {}))
def root(c, low, high):
    @while_loop(lambda low, high: high - low > 1e-9)
    def halve(low, high):
        middle = 0.5 * (low + high)

        @cond(horner(c, low) * horner(c, middle) <= 0.0)
        def side():
            return low, middle

        @side.otherwise
        def side():
            return middle, high

        return side()

    low, high = halve(low, high)
    return jnp.round(0.5 * (low + high) * 1e6) / 1e6


print(root(jnp.array([1.0, 0.0, -2.0]), 0.0, 2.0))
print(root.jaxpr)
print(root(jnp.array([1.0, 0.0, 0.0, -27.0]), 0.0, 10.0))
print(root(jnp.array([2.0, -3.0]), 0.0, 4.0))
