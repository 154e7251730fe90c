"""Updates in a host loop with .at."""
import jax.numpy as jnp
from catalyst import qjit

@qjit(abstracted_axes={0: "n"})
def f(x):
    for k in range(2):
        x = x.at[k].set(k * 10)
        x = x.at[k].add(1)
    return x

print(f(jnp.zeros(3)), f(jnp.ones(2)))
