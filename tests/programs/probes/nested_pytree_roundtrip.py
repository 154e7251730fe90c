"""Structures come back as they were given."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def ident(t):
    return t

t = {"b": [1, (2.0, True)], "a": {"z": jnp.arange(2), "y": ()}, "c": None}
print(ident(t))
