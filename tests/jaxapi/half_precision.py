"""float16 and bfloat16 in compiled functions: each operation is rounded; loops, reductions, conversions."""
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)


@jax.jit
def arithmetic(a, b):
    return (a + b, a - b, a * b, a / b, -a, abs(a), a**3, a**-2, jnp.sqrt(abs(a)), a < b, a == b, jnp.maximum(a, b), jnp.minimum(a, b), jnp.sign(a),
            jnp.round(a), jnp.nextafter(a, b), jnp.clip(a, -1, 2), jnp.isfinite(a * a), jnp.where(a > b, a, b))


@jax.jit
def together(a, b):
    return (jnp.argmax(a), jnp.argmin(b), jnp.max(a), jnp.min(b), a.astype(int), a.astype(jnp.float32), a.astype(bool),
            a.at[jnp.array([0, 0, 1])].add(b[:3]))


@jax.jit
def converted(x, i, like):
    return x.astype(like.dtype), i.astype(like.dtype), jnp.arange(5, dtype=like.dtype)


@jax.jit
def decays(x, n):
    return lax.fori_loop(0, n, lambda i, y: y * x + x, x)


x = jnp.array([0.1, 1 / 3, 65519.99, 65520.0, 1e300, 1e-300, 5.96e-8, 2.98e-8, 2.9802322387695312e-08, 1.00048828125, -1.00146484375,
               jnp.nan, -jnp.inf])
i = jnp.array([1, 2049, 2051, 4097, 65520, 10**12, -7])
for dtype in (jnp.float16, jnp.bfloat16):
    a = jnp.array([1.5, -2.25, 0.1, 1000.0, 60000.0, 6e-8, 0.0, -0.0]).astype(dtype)
    b = jnp.array([0.3, 3.0, 7.0, 100.0, 2.0, 0.5, 1.0, -1.0]).astype(dtype)
    for f in (arithmetic, together):
        for r in f(a, b):
            print(r.dtype, r)
    for r in converted(x, i, a):
        print(r.dtype, r)
    print(decays(b[0], 9), decays(a[:3], 3))
