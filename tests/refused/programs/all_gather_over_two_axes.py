import jax
import jax.numpy as jnp

jax.vmap(jax.vmap(lambda x: jax.lax.all_gather(x, ("i", "j")), axis_name="j"), axis_name="i")(jnp.ones([2, 3]))
