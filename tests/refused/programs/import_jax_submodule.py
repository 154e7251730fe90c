from jax.experimental import sparse
