"""Exceptions of the program's own, raised while tracing."""
from catalyst import qjit

class BadRank(Exception):
    def __init__(self, rank):
        super().__init__(f"rank {rank}")
        self.rank = rank

@qjit
def f(x):
    if x.ndim > 0:
        raise BadRank(x.ndim)
    return x

import jax.numpy as jnp
try:
    f(jnp.ones((1, 2)))
except BadRank as e:
    print(e, e.rank)
print(f(1))
