import jax.numpy as jnp
print(jnp.nonzero(jnp.ones(3)))
