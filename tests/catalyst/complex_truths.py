"""A complex number as a truth or an integer: its real part."""
import warnings

import jax
import jax.numpy as jnp

warnings.simplefilter("ignore")
jax.config.update("jax_enable_x64", True)
z = jnp.array([3j, 1 + 0j, 0j])
print(jax.make_jaxpr(lambda z: z.astype(bool))(z))
print(z.astype(bool), jax.jit(lambda z: z.astype(bool))(z))
print(jax.make_jaxpr(lambda z: z.astype(int))(z))
print(jax.lax.convert_element_type(z, bool), jnp.asarray(z, dtype=bool))
