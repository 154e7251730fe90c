"""A radix-2 Fourier transform by reshapes (static size) against the definition (traced size)."""
from catalyst import qjit
import jax.numpy as jnp


def fft(x):
    n = x.shape[0]
    if n == 1:
        return x
    even, odd = fft(x[::2]), fft(x[1::2])
    twiddle = jnp.exp(-2j * jnp.pi * jnp.arange(n // 2) / n) * odd
    return jnp.concatenate([even + twiddle, even - twiddle])


@qjit
def fast(x):
    return fft(x * (1 + 0j))


@qjit(abstracted_axes={0: "n"})
def slow(x):
    n = x.shape[0]
    k = jnp.arange(n)
    return jnp.exp(-2j * jnp.pi * k[:, None] * k[None, :] / n) @ x


x = jnp.array([1.0, 2.0, 0.0, -1.0, 1.5, 0.0, 0.5, 3.0])
a, b = fast(x), slow(x * (1 + 0j))
print(jnp.round(a, 6) + 0)
print(bool(jnp.max(jnp.abs(a - b)) < 1e-12), a.dtype, a.shape)
print(jnp.round(jnp.abs(slow(x[:3] + 0j)), 6))
