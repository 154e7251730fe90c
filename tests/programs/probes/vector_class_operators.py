"""A class with operators, used inside a traced function."""
import jax.numpy as jnp
from catalyst import qjit

class Vec:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, other):
        return Vec(self.x + other.x, self.y + other.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __matmul__(self, other):
        return jnp.dot(self.x, other.x) + jnp.dot(self.y, other.y)

    def norm2(self):
        return self @ self

@qjit(abstracted_axes={0: "n"})
def f(x, y):
    a = Vec(x, y)
    b = 2 * a + Vec(y, x) * 0.5
    return b.norm2(), b.x

print(f(jnp.arange(3.0), jnp.ones(3)))
print(f(jnp.arange(4.0), jnp.ones(4)))
