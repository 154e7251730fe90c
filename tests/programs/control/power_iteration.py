"""Power iteration on a matrix whose size is an argument; the Rayleigh quotient after each call."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def largest_eigenvalue(n: int, steps: int):
    ones = jnp.ones([n, n], dtype=float)
    start = jnp.ones([n], dtype=float)

    def normalized(v):
        return v / jnp.sqrt(jnp.sum(v * v))

    @for_loop(0, steps, 1)
    def iterate(i, v):
        w = jnp.sum(ones * v, axis=1) + 0.5 * v
        return normalized(w)

    v = iterate(normalized(start))
    w = jnp.sum(ones * v, axis=1) + 0.5 * v
    return jnp.sum(v * w), v


print(largest_eigenvalue.jaxpr)
for n in (1, 2, 4):
    value, vector = largest_eigenvalue(n, 5)
    print(n, value, vector)
value, vector = largest_eigenvalue(3, 0)
print(value, vector)
