"""Newton's method for all square roots of a vector, until the largest residual is small."""
from catalyst import qjit, while_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def square_roots(a):
    @while_loop(lambda k, x: (k < 50) & (jnp.sum(jnp.abs(x * x - a)) > 1e-12))
    def newton(k, x):
        return k + 1, 0.5 * (x + a / x)

    steps, x = newton(0, a)
    return x, steps


x, steps = square_roots(jnp.array([1.0, 4.0, 9.0]))
print(square_roots.jaxpr)
print(x, steps)
x, steps = square_roots(jnp.array([2.25, 16.0]))
print(x, steps)
x, steps = square_roots(jnp.array([1.0]))
print(x, steps)
print(square_roots(jnp.array([4.0, 1.0, 4.0, 1.0]))[0])
