"""Default arguments of a compiled function."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x, k=3):
    return x * k

print(f(2))
print(f(2, 5))
