"""Tracing happens once for a type: a global counter shows it."""
import jax.numpy as jnp
from catalyst import qjit

traced = 0

@qjit
def f(x):
    global traced
    traced += 1
    return x + traced

print(f(1), f(2), f(3), traced)
print(f(1.0), f(2.5), traced)
print(f(jnp.ones(2)), f(jnp.zeros(2)), traced)
print(f(4), traced)
