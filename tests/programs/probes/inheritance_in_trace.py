"""Methods found through a base class, super() at trace time."""
import jax.numpy as jnp
from catalyst import qjit

class Base:
    scale = 2.0

    def act(self, x):
        return x * self.scale

    def __repr__(self):
        return f"{type(self).__name__}({self.scale})"

class Shift(Base):
    def act(self, x):
        return super().act(x) + 1

class Big(Shift):
    scale = 10.0

@qjit
def f(x: float):
    return [m.act(x) for m in (Base(), Shift(), Big())]

print([Base(), Shift(), Big()])
print(f(1.5))
