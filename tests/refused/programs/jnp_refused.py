import jax.numpy as jnp
jnp.packbits(jnp.ones(8, dtype=bool))
