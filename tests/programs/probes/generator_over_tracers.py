"""Generator expressions with conditions on host values."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x: int):
    s = sum(x ** k for k in range(5) if k % 2)
    t = tuple(x + k for k in (1, 2))
    m = jnp.array(list(x * k for k in range(3)))
    return s, t, m, any(k > 3 for k in range(5))

print(f(2))
