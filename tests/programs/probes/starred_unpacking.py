"""Starred targets and starred elements with tracers."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    first, *middle, last = jnp.arange(5) * x
    (a, b), c = (first, last), middle
    return [*c, a], (b, *c), {**{"k": a}, "l": b}

print(f(3))
