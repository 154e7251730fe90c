import jax
jax.random.PRNGKey(0)
