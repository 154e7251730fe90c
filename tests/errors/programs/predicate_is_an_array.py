"""E505 at `branch()`"""
from jax import numpy as jnp
from catalyst import qjit, cond

@qjit
def f(n: int):
    x = jnp.ones(n)

    @cond(x > 0)
    def branch():
        return 1

    @branch.otherwise
    def branch():
        return 2

    return branch()

print(f(3))
