"""jax.lax.linalg: factorizations of stacks of matrices, by LAPACK."""
import jax.numpy as _jnp
import _lapack
from _lapack import eig, lu, lu_pivots_to_permutation, qr, triangular_solve


def _adjoint(x):
    y = _jnp.swapaxes(x, -1, -2)
    return y.conj() if _jnp.iscomplexobj(x) else y


def _symmetrized(x):
    return (x + _adjoint(x)) / 2


def cholesky(x, *, symmetrize_input=True):
    return _jnp.tril(_lapack.cholesky(_symmetrized(x) if symmetrize_input else x))


def eigh(x, *, lower=True, symmetrize_input=True, sort_eigenvalues=True, subset_by_index=None):
    if subset_by_index not in (None, (0, _jnp.shape(x)[-1])):
        raise NotImplementedError("subset_by_index not supported on CPU and GPU")
    return _lapack.eigh(_symmetrized(x) if symmetrize_input else x, lower, sort_eigenvalues)


def svd(x, *, full_matrices=True, compute_uv=True):
    if not compute_uv:
        return _lapack.svd(x, full_matrices, False)
    s, u, vh = _lapack.svd(x, full_matrices, True)
    return u, s, vh
