import jax
print(jax.jit(lambda x: x + 1).lower(1.0))
