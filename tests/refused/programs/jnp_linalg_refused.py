import jax.numpy as jnp
jnp.linalg.inv(jnp.eye(2))
