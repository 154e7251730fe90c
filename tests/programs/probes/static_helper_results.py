"""Results that are host values: numbers, booleans and nothing."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    return 1, 2.5, True, x, 3j

@qjit
def g(x: int):
    pass

r = f(4)
print(r, [v.dtype.name for v in r])
print(g(1))
