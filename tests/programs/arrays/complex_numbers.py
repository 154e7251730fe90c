"""Complex arrays: products, conjugates, magnitudes, a rotation."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {}))
def rotate(z, angle):
    turned = z * (jnp.cos(angle) + 1j * jnp.sin(angle))
    return jnp.real(turned), jnp.imag(turned), jnp.abs(z) ** 2, jnp.sum(z * jnp.conj(z))


z = jnp.array([1 + 0j, 0 + 1j, 3 - 4j])
for angle in (0.0, jnp.pi / 2):
    for r in rotate(z, angle):
        print(jnp.round(r, 6) + 0.0)
print(z * z, z / (1 + 1j), jnp.abs(z), sep='\n')
print(jnp.array([1 + 2j], dtype=jnp.complex64).dtype, (z.astype(jnp.complex64) + jnp.float32(1)).dtype)
