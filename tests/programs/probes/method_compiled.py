"""A compiled method and one that compiles in __init__."""
import jax.numpy as jnp
from catalyst import qjit

class Model:
    def __init__(self, w):
        self.w = w
        self.forward = qjit(self._forward)

    def _forward(self, x):
        return x * self.w

m = Model(3.0)
print(m.forward(2.0))
m.w = 100.0
print(m.forward(2.0), m.forward(5), m._forward(1))
