"""The same tracer several times, arguments passed through, unused work."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int, y: float):
    unused = jnp.ones((100,)) * y
    return x, x, [y, (x, y)], {"again": x}

print(f(1, 2.0))
