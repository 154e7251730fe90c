"""Sizes from arguments, through a class and a closure."""
import jax.numpy as jnp
from catalyst import qjit

class Grid:
    def __init__(self, n, m):
        self.shape = (n, m)

    def fill(self, v):
        return jnp.full(self.shape, v)

@qjit
def f(n: int, m: int):
    g = Grid(n, m + 1)
    return g.fill(7), jnp.zeros((g.shape[0],)), g.shape[0] * g.shape[1]

a, b, c = f(2, 2)
print(a, b, c)
a, b, c = f(1, 0)
print(a.shape, b.shape, c)
