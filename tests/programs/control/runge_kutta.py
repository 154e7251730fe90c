"""Runge and Kutta's method for an oscillator with a vector of frequencies captured by the loop."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def oscillate(frequency):
    n = frequency.shape[0]
    h = 0.1

    def slope(x, v):
        return v, -frequency * frequency * x

    @for_loop(0, 10, 1)
    def step(k, x, v):
        a, b = slope(x, v)
        c, d = slope(x + 0.5 * h * a, v + 0.5 * h * b)
        e, f = slope(x + 0.5 * h * c, v + 0.5 * h * d)
        p, q = slope(x + h * e, v + h * f)
        return x + h / 6.0 * (a + 2.0 * c + 2.0 * e + p), v + h / 6.0 * (b + 2.0 * d + 2.0 * f + q)

    x, v = step(jnp.ones([n], dtype=float), jnp.zeros([n], dtype=float))
    return jnp.round(x * 1e6) / 1e6, jnp.round(v * 1e6) / 1e6


x, v = oscillate(jnp.array([1.0, 2.0]))
print(x, v)
print(oscillate.jaxpr)
x, v = oscillate(jnp.array([0.5]))
print(x, v)
