import jax
jax.lax.scan(None, 0, None)
