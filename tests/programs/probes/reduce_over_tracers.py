"""functools.reduce over a list of arrays."""
from functools import reduce
import operator
import jax.numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes={0: "n"})
def f(x):
    parts = [x * k for k in range(1, 4)]
    total = reduce(operator.add, parts)
    biggest = reduce(jnp.maximum, parts, jnp.zeros_like(x))
    return total, biggest

print(f(jnp.array([1, -2, 3])))
