"""Triangular matrices of a traced size."""
from catalyst import qjit
import jax.numpy as jnp


@qjit
def pascal(n):
    i = jnp.arange(n)
    lower = (i[:, None] >= i[None, :]).astype(jnp.int64)
    return lower, jnp.matmul(lower, lower), jnp.eye(n) * 2


@qjit(abstracted_axes={0: 'n', 1: 'n'})
def parts(a):
    i = jnp.arange(a.shape[0])
    below = jnp.where(i[:, None] > i[None, :], a, 0)
    above = jnp.where(i[:, None] < i[None, :], a, 0)
    return below, a - below - above, above


for n in (1, 3):
    for r in pascal(n):
        print(r)
for r in parts(jnp.arange(9).reshape(3, 3)):
    print(r)
print(jnp.tril(jnp.ones((3, 4)), 1), jnp.triu(jnp.ones((2, 3), dtype=jnp.int8), -1), sep='\n')
