"""QR by Gram-Schmidt, column after column, with updates at a traced column."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes={0: 'm'})
def orthonormal(a):
    @for_loop(0, 3, 1)
    def column(j, q):
        v = a[:, j] - jnp.matmul(q, jnp.matmul(q.T, a[:, j]))
        return q.at[:, j].set(v / jnp.sqrt(jnp.sum(v * v)))
    q = column(jnp.zeros_like(a))
    return q, jnp.matmul(q.T, a)


a = jnp.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [2.0, 0.0, 1.0]])
for m in (3, 4):
    q, r = orthonormal(a[:m])
    print(jnp.round(jnp.matmul(q.T, q), 6) + 0.0)
    print(jnp.allclose(jnp.matmul(q, r), a[:m]), jnp.allclose(jnp.tril(r, -1), 0.0))
