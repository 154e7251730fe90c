"""Rounding and logarithms outside of compiled functions multiply with a reciprocal; inside they divide."""
from catalyst import qjit
import jax.numpy as jnp

x = jnp.array([0.99844, 0.12345, 3.14159, 12.3])
for digits in range(1, 7):
    print([float(v) for v in jnp.round(x, digits)], float(x[0].round(digits)), jnp.round(x[1], digits))
print(jnp.log10(x).tolist(), jnp.log2(x).tolist())
print((x / 10000).tolist(), jnp.round(1234.5, -2), jnp.mean(x[:3]).tolist())


@qjit
def inside(x):
    return jnp.round(x, 4), x / 10000, jnp.round(x[0], 5)


print([v.tolist() for v in inside(x)])
