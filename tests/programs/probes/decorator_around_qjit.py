"""A decorator of the program on top of qjit; functools.wraps."""
import functools
import jax.numpy as jnp
from catalyst import qjit

def logged(fn):
    @functools.wraps(fn)
    def inner(*args):
        print("call", len(args), "arguments")
        result = fn(*args)
        print("done")
        return result
    return inner

@logged
@qjit
def f(x: float, y: float):
    return x * y + 1

print(f(2.0, 3.0))
print(f(4.0, 5.0))
