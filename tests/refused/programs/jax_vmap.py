import jax
jax.vmap(lambda x: x)
