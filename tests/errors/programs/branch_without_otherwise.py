"""E506 at `branch()`"""
from jax import numpy as jnp
from catalyst import qjit, cond

@qjit
def f(n: int):
    x = jnp.ones(n)

    @cond(n > 2)
    def branch():
        return x

    return branch()

print(f(3))
