"""Compiled functions in a dictionary, made when they are needed."""
import jax.numpy as jnp
from catalyst import qjit

cache = {}

def scaled(k):
    if k not in cache:
        print("new", k)
        cache[k] = qjit(lambda x: x * k)
    return cache[k]

for k in (2, 3, 2):
    print(scaled(k)(jnp.arange(3)))
print(sorted(cache))
