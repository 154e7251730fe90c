import jax.numpy as jnp
jnp.onez(3)
