"""Conjugate gradients: four carried values, a traced dimension."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n', 1: 'n'}, {0: 'n'}, {}))
def solve(a, b, steps):
    @for_loop(0, steps, 1)
    def step(_, x, r, p, rr):
        ap = jnp.matmul(a, p)
        alpha = rr / jnp.maximum(jnp.dot(p, ap), 1e-30)
        x = x + alpha * p
        r = r - alpha * ap
        new = jnp.dot(r, r)
        return x, r, r + (new / jnp.maximum(rr, 1e-30)) * p, new
    x, r, p, rr = step(jnp.zeros(b.shape[0]), b, b, jnp.dot(b, b))
    return x, rr


a = jnp.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])
b = jnp.array([1.0, 2.0, 3.0])
for n in (1, 2, 3):
    x, residual = solve(a[:n, :n], b[:n], n)
    print(jnp.round(x, 8), residual < 1e-20)
    print(jnp.round(jnp.matmul(a[:n, :n], x), 8))
