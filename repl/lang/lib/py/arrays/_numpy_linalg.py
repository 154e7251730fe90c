"""Factorizations of arrays of the host: those of jax.numpy.linalg, outside of every trace. What has no result raises."""
import numpy as _np
from collections import namedtuple as _namedtuple
from _numpy import _array, _outside
from numpy.linalg import LinAlgError as _LinAlgError
import jax.numpy as _jnp

_EigResult = _namedtuple("EigResult", "eigenvalues eigenvectors")
_EighResult = _namedtuple("EighResult", "eigenvalues eigenvectors")
_QRResult = _namedtuple("QRResult", "Q R")
_SVDResult = _namedtuple("SVDResult", "U S Vh")
_SlogdetResult = _namedtuple("SlogdetResult", "sign logabsdet")


def _double(a):
    a = _np.asarray(a)
    return a if a.dtype.kind in "fc" else a.astype(float)


def _square(a):
    a = _double(a)
    if a.ndim < 2:
        raise _LinAlgError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if a.shape[-1] != a.shape[-2]:
        raise _LinAlgError("Last 2 dimensions of the array must be square")
    return a


def _triangle(a, UPLO):
    """The whole matrix that one triangle stands for."""
    if UPLO.upper() not in ("L", "U"):
        raise ValueError("UPLO argument must be 'L' or 'U'")
    part = _np.tril(a, -1) if UPLO.upper() == "L" else _np.triu(a, 1)
    whole = part + _np.conj(_np.swapaxes(part, -1, -2))
    d = _np.real(_np.diagonal(a, axis1=-2, axis2=-1))
    return whole + _np.eye(a.shape[-1]) * d[..., None]


def cholesky(a):
    a = _square(a)
    r = _outside(_jnp.linalg.cholesky, _triangle(a, "L").astype(a.dtype))
    if _np.any(_np.isnan(r)):
        raise _LinAlgError("Matrix is not positive definite")
    return r


def eigh(a, UPLO="L"):
    a = _square(a)
    return _EighResult(*_outside(_jnp.linalg.eigh, _triangle(a, UPLO).astype(a.dtype)))


def eigvalsh(a, UPLO="L"):
    return eigh(a, UPLO)[0]


def _real_if_all(w, *others):
    """Real matrices whose values are all real have real results."""
    return tuple(_np.real(x) for x in (w,) + others) if _np.all(_np.imag(w) == 0) else (w,) + others


def eig(a):
    a = _square(a)
    w, v = _outside(_jnp.linalg.eig, a)
    return _EigResult(*_real_if_all(w, v)) if a.dtype.kind == "f" else _EigResult(w, v)


def eigvals(a):
    a = _square(a)
    w = _outside(_jnp.linalg.eigvals, a)
    return _real_if_all(w)[0] if a.dtype.kind == "f" else w


def qr(a, mode="reduced"):
    r = _outside(_jnp.linalg.qr, _double(a), mode)
    return _QRResult(*r) if isinstance(r, tuple) and mode != "raw" else r


def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    r = _outside(_jnp.linalg.svd, _double(a), full_matrices, compute_uv, hermitian)
    return _SVDResult(*r) if compute_uv else r


def slogdet(a):
    return _SlogdetResult(*_outside(_jnp.linalg.slogdet, _square(a)))


def pinv(a, rcond=1e-15, hermitian=False):
    return _outside(_jnp.linalg.pinv, _double(a), rcond, hermitian)


def matrix_rank(A, tol=None, hermitian=False):
    return _outside(_jnp.linalg.matrix_rank, _double(A), tol)


def cond(x, p=None):
    return _outside(_jnp.linalg.cond, _double(x), p)


def lstsq(a, b, rcond="warn"):
    a, b = _double(a), _double(b)
    if rcond == "warn":
        rcond = -1
    if rcond is None:
        rcond = _np.finfo(a.dtype).eps * max(a.shape)
    x, resid, rank, s = _outside(_jnp.linalg.lstsq, a, b, rcond)
    if rank != a.shape[1] or a.shape[0] <= a.shape[1]:
        resid = _np.array([], dtype=x.dtype)
    return x, resid, int(rank), s


def multi_dot(arrays, *, out=None):
    return _outside(_jnp.linalg.multi_dot, [_array(a) for a in arrays])


def tensorinv(a, ind=2):
    return _outside(_jnp.linalg.tensorinv, _double(a), ind)


def tensorsolve(a, b, axes=None):
    return _outside(_jnp.linalg.tensorsolve, _double(a), _double(b), axes)
