"""The Arnoldi iteration builds an orthonormal basis of a Krylov space; size and depth are traced."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n", 1: "n"}, {0: "n"}, {}))
def arnoldi(a, b, depth):
    n = b.shape[0]
    rows = depth + 1
    basis = jnp.zeros([rows, n]).at[0].set(b / jnp.linalg.norm(b))
    h = jnp.zeros([rows, depth])

    @for_loop(0, depth, 1)
    def extend(k, basis, h):
        w = a @ basis[k]

        @for_loop(0, k + 1, 1)
        def orthogonalize(j, w, h):
            projection = jnp.dot(basis[j], w)
            return w - projection * basis[j], h.at[j, k].set(projection)

        w, h = orthogonalize(w, h)
        length = jnp.sqrt(jnp.dot(w, w))
        return basis.at[k + 1].set(w / length), h.at[k + 1, k].set(length)

    basis, h = extend(basis, h)
    last = jnp.arange(rows) == depth
    return basis @ basis.T, h, jnp.sum(jnp.where(last, jnp.sum(basis * basis, axis=1), 0.0))


a = jnp.array([[4.0, 1.0, 0.0, 0.5], [1.0, 3.0, 1.0, 0.0], [0.0, 1.0, 2.0, 1.0], [0.25, 0.0, 1.0, 1.0]])
gram, h, length = arnoldi(a, jnp.array([1.0, 0.0, 2.0, 0.0]), 2)
print(jnp.round(gram, 8) + 0.0)
print(jnp.round(h, 6))
print(jnp.round(length, 8))
