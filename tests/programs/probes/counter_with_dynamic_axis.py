"""A dynamic axis needs one trace for all lengths."""
import jax.numpy as jnp
from catalyst import qjit

lengths = []

@qjit(abstracted_axes={0: "n"})
def f(x):
    lengths.append(len(lengths))
    return jnp.sum(x * 2)

for n in (2, 3, 5, 2):
    print(f(jnp.ones(n)))
print(lengths)
