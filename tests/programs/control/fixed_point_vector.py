"""A fixed point of a vector function: the loop carries the vector, the residual and a counter."""
from catalyst import qjit, while_loop
from jax import numpy as jnp


@qjit
def relax(n: int, omega: float):
    target = jnp.arange(n) * 1.0

    @while_loop(lambda x, r, k: (r > 1e-6) & (k < 200))
    def improve(x, r, k):
        new = x + omega * (target - x)
        return new, jnp.sqrt(jnp.sum((new - x) ** 2)), k + 1

    return improve(jnp.zeros([n]), jnp.inf, 0)


for omega in (1.0, 0.5, 1.5):
    x, r, k = relax(4, omega)
    print(jnp.round(x, 4), float(r) < 1e-6, k)
