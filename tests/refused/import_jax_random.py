import jax.random
