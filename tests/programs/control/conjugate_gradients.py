"""Conjugate gradients for the second-difference matrix, applied by shifting; captured vectors."""
from catalyst import qjit, while_loop
from jax import numpy as jnp


@qjit(abstracted_axes={0: "n"})
def solve(b):
    n = b.shape[0]
    zero = jnp.zeros([n], dtype=float)

    def apply(v):
        return 2.0 * v + jnp.sum(v) * jnp.ones([n], dtype=float)

    @while_loop(lambda k, x, r, p, rr: (k < 20) & (rr > 1e-18))
    def iterate(k, x, r, p, rr):
        q = apply(p)
        alpha = rr / jnp.sum(p * q)
        x = x + alpha * p
        r = r - alpha * q
        new = jnp.sum(r * r)
        return k + 1, x, r, r + (new / rr) * p, new

    k, x, r, _, _ = iterate(0, zero, b, b, jnp.sum(b * b))
    return k, x, jnp.sum(jnp.abs(apply(x) - b)) < 1e-8


k, x, good = solve(jnp.array([1.0, 2.0, 3.0]))
print(solve.jaxpr)
print(k, jnp.round(x * 1e6) / 1e6, good)
k, x, good = solve(jnp.array([4.0]))
print(k, x, good)
k, x, good = solve(jnp.array([0.0, 0.0]))
print(k, x, good)
