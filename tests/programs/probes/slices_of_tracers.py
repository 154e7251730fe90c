"""Subscripts with steps, None, ellipses and negative indices."""
import jax.numpy as jnp
from catalyst import qjit

@qjit
def f(x):
    print(x[None].shape, x[..., 0].shape, x[:, None, ::2].shape, x[-1].shape, x[::-1].shape)
    a, b = x
    return x[::2, 1:], x[-1, -1], a[::-1], x.T[0], x[1][None]

for part in f(jnp.arange(6).reshape(2, 3)):
    print(part)
