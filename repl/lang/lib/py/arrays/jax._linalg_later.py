"""jax.numpy.linalg: names that came after jax 0.4.23."""
import jax.numpy as _jnp
from jax.numpy import matmul, tensordot, vecdot
from jax.numpy.linalg import norm as _norm, svd as _svd
from _numeric import arrays as _arrays, is_inexact as _is_inexact, named as _named


@_named("offset")
def diagonal(x, /, *, offset=0):
    x, = _arrays("jnp.linalg.diagonal", x)
    return _jnp.diagonal(x, offset=offset, axis1=-2, axis2=-1)


@_named("offset", "dtype")
def trace(x, /, *, offset=0, dtype=None):
    x, = _arrays("jnp.linalg.trace", x)
    return _jnp.trace(x, offset=offset, axis1=-2, axis2=-1, dtype=dtype)


def matrix_transpose(x, /):
    x, = _arrays("jnp.linalg.matrix_transpose", x)
    if x.ndim < 2:
        raise ValueError(f"matrix_transpose requires at least 2 dimensions; got {x.ndim=}")
    return _jnp.swapaxes(x, -1, -2)


def matrix_norm(x, /, *, keepdims=False, ord="fro"):
    x, = _arrays("jnp.linalg.matrix_norm", x)
    return _norm(x, ord=ord, keepdims=keepdims, axis=(-2, -1))


def _absolute_squares(x):
    return _jnp.real(x * _jnp.conj(x)) if _jnp.iscomplexobj(x) else x * x


def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    x, = _arrays("jnp.linalg.vector_norm", x)
    if ord is None or ord == 2:
        return _jnp.sqrt(_jnp.sum(_absolute_squares(x), axis=axis, keepdims=keepdims))
    size = _jnp.abs(x)
    if ord == _jnp.inf:
        return _jnp.max(size, axis=axis, keepdims=keepdims, initial=0)
    if ord == -_jnp.inf:
        return _jnp.min(size, axis=axis, keepdims=keepdims)
    if isinstance(ord, str):
        raise ValueError(f"Invalid order '{ord}' for vector norm.")
    if ord == 1:
        return _jnp.sum(size, axis=axis, keepdims=keepdims)
    size = size.astype(_jnp.result_type(size, float)) if not _is_inexact(size.dtype) else size
    if ord == 0:
        return _jnp.sum((x != 0).astype(size.dtype), axis=axis, keepdims=keepdims)
    return _jnp.power(_jnp.sum(_jnp.power(size, ord), axis=axis, keepdims=keepdims), 1.0 / ord)


def svdvals(x, /):
    x, = _arrays("jnp.linalg.svdvals", x)
    return _svd(x, compute_uv=False, hermitian=False)
