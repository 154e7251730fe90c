"""A decorator below qjit is traced."""
import jax.numpy as jnp
from catalyst import qjit

def twice(fn):
    def inner(x):
        return fn(fn(x))
    return inner

@qjit
@twice
def f(x):
    return x * 3 + 1

print(f(1), f(2.0), f(jnp.arange(3)))
