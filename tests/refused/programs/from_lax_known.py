from jax.lax import scan
