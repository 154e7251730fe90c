"""The common einsum forms over traced sizes."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: 'n', 1: 'k'}, {0: 'k', 1: 'm'}))
def forms(a, b):
    return (jnp.einsum('ij,jk->ik', a, b), jnp.einsum('ij->ji', a), jnp.einsum('ij->', a),
            jnp.einsum('ij,ij->i', a, a), jnp.einsum('ij,jk->', a, b), jnp.einsum('ij->j', a))


a = jnp.arange(6.0).reshape(2, 3)
b = jnp.arange(12.0).reshape(3, 4)
for x, y in ((a, b), (a[:, :2], b[:2, :1]), (a[:1], b)):
    for r in forms(x, y):
        print(r)
