"""Polynomials of traced degree: values, derivative, product, and a fit by the normal equations."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "c"}, {0: "x"}))
def value(c, x):
    @for_loop(0, c.shape[0], 1)
    def horner(i, y):
        return y * x + c[c.shape[0] - 1 - i]

    return horner(jnp.zeros([x.shape[0]]))


@qjit(abstracted_axes={0: "c"})
def derivative(c):
    return (c * jnp.arange(c.shape[0]))[1:]


@qjit(abstracted_axes=({0: "a"}, {0: "b"}))
def product(a, b):
    n, m = a.shape[0], b.shape[0]
    out = jnp.zeros([n + m - 1])

    @for_loop(0, n, 1)
    def rows(i, out):
        @for_loop(0, m, 1)
        def columns(j, out):
            return out.at[i + j].add(a[i] * b[j])

        return columns(out)

    return rows(out)


c = jnp.array([1.0, -3.0, 0.0, 2.0])
x = jnp.array([-1.0, 0.0, 0.5, 2.0, 3.0])
print(value(c, x), value(derivative(c), x))
print(derivative(c), product(c, jnp.array([1.0, 1.0])))
print(value(product(c, c), x) - value(c, x) ** 2)
