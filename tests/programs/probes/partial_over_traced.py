"""functools.partial of traced functions and of jnp functions."""
from functools import partial
import jax.numpy as jnp
from catalyst import qjit

def power(base, exponent=2, *, offset=0):
    return base ** exponent + offset

cube = partial(power, exponent=3)
shifted = partial(cube, offset=100)
rowsum = partial(jnp.sum, axis=1)

@qjit
def f(x: int):
    m = jnp.ones((2, 3)) * x
    return cube(x), shifted(x), rowsum(m), partial(power, x)()

print(f(2))
