"""*args and **kwargs at the call of a compiled function."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(a, b, c):
    return a * 100 + b * 10 + c

args = (1, 2)
print(f(*args, 3), f(*[4, 5, 6]))

@qjit
def g(*xs):
    print("traced with", len(xs))
    return sum(xs)

print(g(1, 2, 3), g(4, 5, 6), g(7, 8))
