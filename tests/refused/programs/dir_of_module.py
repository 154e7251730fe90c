import jax
dir(jax.random)
