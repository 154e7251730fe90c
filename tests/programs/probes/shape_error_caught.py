"""A shape error while tracing is caught and another way taken."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(a, b):
    try:
        return a + b
    except TypeError as e:
        print("TypeError")
        return jnp.sum(a) + jnp.sum(b)

print(f(jnp.ones(2), jnp.ones(2)))
print(f(jnp.ones(2), jnp.ones(3)))
