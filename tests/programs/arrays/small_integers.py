"""Small integer types wrap, shift and promote."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n'}, {0: 'n'}))
def mix(a, b):
    return a + b, a * b, a - b, a & b, a | b, a ^ b, jnp.maximum(a, b), a < b


a8 = jnp.array([100, 127, -128, 5], dtype=jnp.int8)
b8 = jnp.array([100, 1, -1, 3], dtype=jnp.int8)
u8 = jnp.array([200, 255, 0, 7], dtype=jnp.uint8)
for x, y in ((a8, b8), (u8, u8), (a8.astype(jnp.int32), b8.astype(jnp.int32))):
    for r in mix(x, y):
        print(r, r.dtype)
print((a8 + u8).dtype, (a8 + jnp.int32(1)).dtype, (u8 + 1).dtype, (u8 / 2).dtype, (u8 // 2).dtype)
