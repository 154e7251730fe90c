"""jax.pmap where there is one device."""
import jax
import jax.numpy as jnp
import numpy as np

x = np.arange(3.0).reshape(1, 3)
print(jax.pmap(lambda v: v * 2 + v.sum())(x))
print(jax.pmap(lambda v, w: (v @ w, w), in_axes=(0, None))(x, jnp.ones(3)))
try:
    jax.pmap(lambda v: v)(jnp.ones((2, 3)))
except ValueError as e:
    print(e)
