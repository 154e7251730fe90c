import jax
import jax.numpy as jnp

jax.vmap(lambda x: jax.lax.psum(x, "i", axis_index_groups=[[0], [1]]), axis_name="i")(jnp.ones(2))
