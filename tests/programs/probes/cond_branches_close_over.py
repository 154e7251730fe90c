"""Branches of a cond are closures over tracers and host values."""
import jax.numpy as jnp
from catalyst import qjit, cond

@qjit
def f(x: float, limit: float):
    scale = 10

    @cond(x > limit)
    def clipped():
        return limit * scale

    @clipped.else_if(x < -limit)
    def low():
        return -limit * scale

    @clipped.otherwise
    def inside():
        return x * scale

    return clipped()

print(f(0.5, 1.0), f(7.0, 1.0), f(-7.0, 1.0))
