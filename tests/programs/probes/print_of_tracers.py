"""print of tracers in a compiled function: what is traced, once."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    print("x:", x.shape, x.dtype, x.ndim, x.size)
    y = jnp.ones((2, 2)) * x
    print("y:", y.shape, y.dtype, len(y))
    return y

print(f(1))
print(f(2))
