"""Kernels of points: Gaussian, polynomial and Laplacian Gram matrices, and their centred form."""
from catalyst import qjit
import jax.numpy as jnp
from functools import partial


def gaussian(d2, dot, *, width):
    return jnp.exp(-d2 / (2 * width**2))


def polynomial(d2, dot, *, degree, shift=1.0):
    return (dot + shift) ** degree


def laplacian(d2, dot):
    return jnp.exp(-jnp.sqrt(jnp.maximum(d2, 0.0)))


@qjit(abstracted_axes={0: "n"})
def grams(x):
    n = x.shape[0]
    dot = x @ x.T
    square = jnp.sum(x**2, axis=1)
    d2 = square[:, None] + square[None, :] - 2 * dot
    kernels = [partial(gaussian, width=0.5), partial(polynomial, degree=2), laplacian]
    centre = jnp.where(jnp.arange(n)[:, None] == jnp.arange(n), 1.0, 0.0) - 1.0 / n
    return [centre @ k(d2, dot) @ centre for k in kernels]


x = jnp.array([[0.0, 0.0], [1.0, 0.5], [0.25, -1.0]])
for k in grams(x):
    print(jnp.round(k, 5), bool(jnp.all(jnp.abs(jnp.sum(k, axis=0)) < 1e-12)))
