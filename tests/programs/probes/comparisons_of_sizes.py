"""Sizes compared with numbers and with each other while tracing."""
import jax.numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes=({0: "n"}, {0: "n"}, {0: "m"}))
def f(x, y, z):
    def show(name, f):
        try:
            print(name, bool(f()))
        except Exception as e:
            print(name, type(e).__name__)
    show("same object", lambda: x.shape[0] is y.shape[0])
    show("same tuple", lambda: x.shape == x.shape)
    show("number", lambda: x.shape[0] == 2)
    show("other", lambda: x.shape[0] == z.shape[0])
    show("in", lambda: x.shape[0] in (1, 2))
    return jnp.sum(x + y), jnp.sum(z)

print(f(jnp.ones(2), jnp.ones(2), jnp.ones(3)))
