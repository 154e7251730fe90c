"""Arithmetic and functions of complex numbers in compiled functions, in loops, reductions and products."""
import jax
import jax.numpy as jnp
from jax import lax

jax.config.update("jax_enable_x64", True)
z = jnp.array([1 + 2j, -0.5 + 0.25j, 3j, 0.5j, -2.0 + 1j])
w = jnp.array([2 - 1j, 0.5j, 1 + 1j, 1 + 0.5j, -3 + 4j])


@jax.jit
def arithmetic(z, w):
    return z + w, z - w, z * w, z / w, -z, jnp.conj(z), jnp.abs(z), z.real, z.imag, z**2, z**-1, z == w, z != w, jnp.sign(z)


@jax.jit
def functions(z, w):
    return (jnp.exp(z), jnp.sqrt(z), jnp.log(w), jnp.sin(z), jnp.cos(z), jnp.tan(w), jnp.tanh(w), jnp.exp2(w), jnp.expm1(z), jnp.log1p(w),
            z**w, jnp.angle(z), lax.rsqrt(w), jnp.arcsin(z), jnp.arccosh(w), jax.nn.sigmoid(z))


@jax.jit
def together(z, w):
    return (jnp.sum(z), jnp.prod(w), jnp.cumsum(z), jnp.cumprod(w), z @ w, jnp.outer(z, w) @ z, jnp.max(z),
            jnp.where(z.real > 0, z, w), z.at[jnp.array([0, 0, 2])].add(w[:3]), z.at[1].multiply(2j), (z * 1j).real.astype(int))


@jax.jit
def orbit(c, n):
    return lax.fori_loop(0, n, lambda i, z: z * z * 0.5 + c, c)


@jax.jit
def steps(c):
    return lax.while_loop(lambda s: jnp.abs(s[0]) < 100, lambda s: (s[0] * (1.5 + 0.5j) + c, s[1] + 1), (c, 0))


for dtype in (jnp.complex128, jnp.complex64):
    a, b = z.astype(dtype), w.astype(dtype)
    for f in (arithmetic, together):
        for r in f(a, b):
            print(r.dtype, r)
    print(jnp.round(orbit(a[3], 7), 4), jnp.round(steps(b[2])[0], 2))
for r in functions(z, w):
    print(r)
many = jnp.arange(1000.0) / 250
print(jnp.round(jnp.array([jnp.sum(jnp.exp(1j * many)), jnp.sum(jnp.abs(many * (3 + 4j))), jnp.sum((many + 1j) * (many - 1j))]), 6))
huge = jnp.array([3e300 + 4e300j, complex(0, -0.0)])
print(jax.jit(jnp.abs)(huge), jax.jit(jnp.exp)(jnp.array([700 + 1j, -800 + 2j])), z.astype(bool))
