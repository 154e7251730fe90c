import jax
jax.lax.custom_root(None, 0, None, None)
