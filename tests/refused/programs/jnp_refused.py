import jax.numpy as jnp
jnp.unique(jnp.ones(3))
