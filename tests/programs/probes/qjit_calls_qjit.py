"""A compiled function called in another one."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def inner(x: float):
    print("inner")
    return x * 2

@qjit
def outer(x: float):
    print("outer")
    return inner(x) + inner(x + 1)

print(outer(1.0))
print(inner(5.0))
