import jax
import jax.numpy as jnp

jax.vmap(lambda x: x, axis_name=("a", 1))(jnp.ones(2))
