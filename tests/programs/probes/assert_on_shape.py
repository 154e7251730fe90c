"""assert on what is known at trace time."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x):
    assert x.ndim == 2, "a matrix"
    assert x.shape[0] == x.shape[1], f"not square: {x.shape}"
    return jnp.trace(x)

print(f(jnp.eye(3)))
try:
    f(jnp.ones((2, 3)))
except AssertionError as e:
    print("refused:", e)
try:
    f(jnp.ones(3))
except AssertionError as e:
    print("refused:", e)
