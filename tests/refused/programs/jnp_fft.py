import jax.numpy as jnp
jnp.fft.fft(jnp.eye(2))
