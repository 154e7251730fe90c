"""Static and dynamic sizes unpacked from shapes."""
import jax.numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes={0: "n"})
def f(m):
    rows, cols = m.shape
    print(cols, isinstance(cols, int), isinstance(rows, int))
    first, *rest = m.shape
    return jnp.sum(m) / (rows * cols), rows + 1, jnp.ones((first,)), rest

print(f(jnp.ones((4, 3))))
print(f(jnp.ones((2, 3)) * 5))
