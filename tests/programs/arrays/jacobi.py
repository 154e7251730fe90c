"""Jacobi's iteration for a diagonally dominant system."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n', 1: 'n'}, {0: 'n'}, {}))
def jacobi(a, b, steps):
    diagonal = jnp.sum(a * jnp.eye(a.shape[0]), axis=1)
    rest = a - jnp.eye(a.shape[0]) * diagonal

    @for_loop(0, steps, 1)
    def step(_, x):
        return (b - jnp.matmul(rest, x)) / diagonal
    return step(jnp.zeros(a.shape[0]))


a = jnp.array([[4.0, 1.0, 0.0], [1.0, 5.0, 2.0], [0.0, 2.0, 6.0]])
b = jnp.array([1.0, 2.0, 3.0])
for steps in (0, 1, 2, 60):
    x = jacobi(a, b, steps)
    print(steps, jnp.round(x, 6))
print(jnp.allclose(jnp.matmul(a, x), b))
print(jnp.round(jacobi(a[:2, :2], b[:2], 50), 8))
