"""Iteration, len and unpacking over a dynamic leading axis."""
import jax.numpy as jnp
from catalyst import qjit

def show(name, f):
    try:
        r = f()
        print(name, type(r).__name__)
    except Exception as e:
        print(name, type(e).__name__)

@qjit(abstracted_axes={0: "n"})
def f(x):
    show("for", lambda: [row for row in x])
    show("list", lambda: list(x))
    show("zip", lambda: list(zip(x, x)))
    show("sum", lambda: sum(x))
    show("star", lambda: (lambda *a: a)(*x))
    show("in", lambda: 3 in x)
    show("reversed", lambda: list(reversed(x)))
    return x

print(f(jnp.ones((2, 2))))
