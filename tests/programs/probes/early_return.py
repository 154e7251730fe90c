"""return in the middle, decided by host values."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x):
    if x.ndim == 0:
        return x * 2
    if x.shape[0] > 2:
        return jnp.sum(x)
    for k in range(10):
        x = x + 1
        if k == 3:
            return x
    return x * 100

print(f(3), f(jnp.ones(3)), f(jnp.ones(2)))
