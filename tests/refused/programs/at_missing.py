import jax.numpy as jnp
jnp.ones(3).at[0].foo(1)
