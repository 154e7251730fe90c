"""Recursion with host numbers unrolls."""
import jax.numpy as jnp
from catalyst import qjit

def power(x, n):
    if n == 0:
        return jnp.ones_like(x)
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1)

@qjit(abstracted_axes={0: "n"})
def f(x):
    return power(x, 5), power(x, 10)

print(f(jnp.array([1, 2, 3])))
