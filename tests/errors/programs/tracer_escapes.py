"""E508 at `box[0] + jnp.ones(2)`"""
from jax import numpy as jnp
from catalyst import qjit

box = []

@qjit
def f(n: int):
    box.append(n)
    return n

f(3)
print(box[0] + jnp.ones(2))
