import jax.numpy as jnp
jnp.linalg.qr(jnp.eye(2), mode='raw')
