"""Names of results are built with strings."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    out = {}
    for i, name in enumerate("ab cd ef".split()):
        out["%s_%02d" % (name.upper(), i)] = x + i
    print(", ".join(out), "{:>8}|{:<6}|".format("right", "left"))
    return out

print(f(10))
