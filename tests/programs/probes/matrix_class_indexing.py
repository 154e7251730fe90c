"""__getitem__, __len__, __iter__ and __contains__ of a class that holds tracers."""
import jax.numpy as jnp
from catalyst import qjit

class Rows:
    def __init__(self, m):
        self.m = m

    def __getitem__(self, i):
        return self.m[i]

    def __len__(self):
        return self.m.shape[0]

    def __iter__(self):
        return iter([self[i] for i in range(len(self))])

    def __contains__(self, shape):
        return self.m.shape == shape

@qjit
def f(x: float):
    r = Rows(jnp.array([[1.0, 2.0], [3.0, 4.0]]) * x)
    print(len(r), (2, 2) in r, (3,) in r)
    return sum(row @ row for row in r), r[1][0], r[0, 1]

print(f(2.0))
