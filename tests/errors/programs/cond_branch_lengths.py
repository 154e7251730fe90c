"""E301 at `x + y`"""
from jax import numpy as jnp
from catalyst import qjit, cond

@qjit
def f(n: int, m: int):
    x = jnp.ones(n)
    y = jnp.ones(m)

    @cond(n > m)
    def branch():
        return x + y

    @branch.otherwise
    def branch():
        return x

    return branch()

print(f(2, 2))
