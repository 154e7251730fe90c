"""Assignment to an element of a traced array is an error, of a host list not."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    v = jnp.arange(3)
    try:
        v[0] = x
    except TypeError:
        print("immutable")
    l = [1, 2, 3]
    l[0] = x
    l[1:] = [x, x]
    d = {}
    d["k"], d["l"] = l[0], v[1]
    del l[1]
    return l, d

print(f(7))
