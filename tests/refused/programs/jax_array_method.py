import jax.numpy as jnp
class A:
    def __jax_array__(self):
        return jnp.ones(3)
