"""E507 at `branch()`"""
from jax import numpy as jnp
from catalyst import qjit, cond

@qjit
def f(n: int):
    x = jnp.ones(n)

    @cond(n > 2)
    def branch():
        return x

    @branch.otherwise
    def branch():
        return x[0]

    return branch()

print(f(3))
