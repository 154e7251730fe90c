"""A polynomial and its derivative by Horner's rule; then Newton's method on it."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


def value_and_slope(c, x):
    @for_loop(0, c.shape[0], 1)
    def step(i, value, slope):
        return value * x + c[i], slope * x + value

    return step(0.0, 0.0)


@qjit(abstracted_axes={0: "n"})
def at_two(c):
    return value_and_slope(c, 2.0)


@qjit(abstracted_axes={0: "n"})
def newton(c):
    @while_loop(lambda k, x, f, df: (k < 60) & (jnp.abs(f) > 1e-12))
    def step(k, x, f, df):
        x = x - f / df
        f, df = value_and_slope(c, x)
        return k + 1, x, f, df

    f, df = value_and_slope(c, 3.0)
    k, x, _, _ = step(0, 3.0, f, df)
    return jnp.round(x * 1e8) / 1e8


print(at_two(jnp.array([1.0, 0.0, -2.0])))
print(at_two.jaxpr)
print(at_two(jnp.array([4.0])), at_two(jnp.array([1.0, 1.0, 1.0, 1.0])))
print(newton(jnp.array([1.0, 0.0, -2.0])), newton(jnp.array([2.0, -3.0])))
print(newton.jaxpr)
