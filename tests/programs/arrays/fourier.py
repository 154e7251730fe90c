"""A discrete Fourier transform by a complex matrix of traced size, and its inverse."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'n'})
def spectrum(x):
    n = x.shape[0]
    k = jnp.arange(n)
    angle = -2.0 * jnp.pi * (k[:, None] * k[None, :]) / n
    return jnp.matmul(jnp.cos(angle), x), jnp.matmul(jnp.sin(angle), x)


@qjit(abstracted_axes=({0: 'n'}, {0: 'n'}))
def inverse(re, im):
    n = re.shape[0]
    k = jnp.arange(n)
    angle = 2.0 * jnp.pi * (k[:, None] * k[None, :]) / n
    return (jnp.matmul(jnp.cos(angle), re) - jnp.matmul(jnp.sin(angle), im)) / n


for values in ([1.0], [1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0, 5.0]):
    x = jnp.array(values)
    re, im = spectrum(x)
    print(jnp.round(re, 6) + 0.0)
    print(jnp.round(im, 6) + 0.0)
    print(jnp.round(inverse(re, im), 8))
