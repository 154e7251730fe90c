import jax
jax.debug.print('x')
