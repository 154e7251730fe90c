"""jax.scipy.linalg over the factorizations of jax.lax.linalg."""
import jax as _jax
import jax.numpy as _jnp
from jax.lax import linalg as _lax
from jax.numpy import linalg as _linalg
from _numeric import inexact as _inexact, named as _named, promoted as _promoted
from jax._linalg import _h, _lu_solve


@_named("lower", name="_cholesky")
def _cholesky(a, lower):
    a, = _inexact("jax.scipy.linalg.cholesky", a)
    l = _lax.cholesky(a if lower else _h(a), symmetrize_input=False)
    return l if lower else _h(l)


def cholesky(a, lower=False, overwrite_a=False, check_finite=True):
    return _cholesky(a, lower=lower)


def cho_factor(a, lower=False, overwrite_a=False, check_finite=True):
    return _cholesky(a, lower=lower), lower


@_named("lower", name="_cho_solve")
def _cho_solve(c, b, lower):
    c, b = _inexact("jax.scipy.linalg.cho_solve", c, b)
    complex_ = _jnp.iscomplexobj(c)
    vector = b.ndim == 1
    b = b[:, None] if vector else b
    b = _lax.triangular_solve(c, b, left_side=True, lower=lower, transpose_a=not lower, conjugate_a=complex_ and not lower)
    b = _lax.triangular_solve(c, b, left_side=True, lower=lower, transpose_a=lower, conjugate_a=complex_ and lower)
    return b[:, 0] if vector else b


def cho_solve(c_and_lower, b, overwrite_b=False, check_finite=True):
    c, lower = c_and_lower
    return _cho_solve(c, b, lower=lower)


def svd(a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver="gesdd"):
    return _linalg.svd(a, full_matrices=full_matrices, compute_uv=compute_uv)


def det(a, overwrite_a=False, check_finite=True):
    return _linalg.det(a)


def inv(a, overwrite_a=False, check_finite=True):
    return _linalg.inv(a)


def eigh(a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None, type=1,
         check_finite=True):
    if b is not None:
        raise NotImplementedError("Only the b=None case of eigh is implemented")
    if type != 1:
        raise NotImplementedError("Only the type=1 case of eigh is implemented.")
    if eigvals is not None:
        raise NotImplementedError("Only the eigvals=None case of eigh is implemented")
    a, = _inexact("jax.scipy.linalg.eigh", a)
    v, w = _lax.eigh(a, lower=lower)
    return w if eigvals_only else (w, v)


@_named(name="lu_factor")
def _lu_factor(a):
    a, = _inexact("jax.scipy.linalg.lu_factor", a)
    lu_, pivots, _ = _lax.lu(a)
    return lu_, pivots


def lu_factor(a, overwrite_a=False, check_finite=True):
    return _lu_factor(a)


@_named("trans")
def _solve_by_lu(lu_, pivots, b, trans):
    lu_, b = _inexact("jax.scipy.linalg.lu_solve", lu_, b)
    order = _lax.lu_pivots_to_permutation(pivots, lu_.shape[-2])
    vector = b.ndim == 1
    b = b[:, None] if vector else b
    if trans == 0:
        x = _lu_solve(lu_, order, b)
    else:
        x = _lax.triangular_solve(lu_, b, left_side=True, lower=False, transpose_a=True, conjugate_a=trans == 2)
        x = _lax.triangular_solve(lu_, x, left_side=True, lower=True, unit_diagonal=True, transpose_a=True,
                                  conjugate_a=trans == 2)
        x = x[_jnp.argsort(order), :]
    return x[:, 0] if vector else x


def lu_solve(lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True):
    if trans not in (0, 1, 2):
        raise ValueError(f"'trans' value must be 0, 1, or 2, got {trans}")
    return _solve_by_lu(*lu_and_piv, b, trans=trans)


@_named("permute_l", name="lu")
def _lu(a, permute_l):
    a, = _inexact("jax.scipy.linalg.lu", a)
    both, _, order = _lax.lu(a)
    m, n = a.shape
    p = _jnp.array(order[None, :] == _jnp.arange(m, dtype=order.dtype)[:, None]).astype(_jnp.real(both).dtype)
    k = min(m, n)
    l = _jnp.tril(both, -1)[:, :k] + _jnp.eye(m, k, dtype=a.dtype)
    u = _jnp.triu(both)[:k, :]
    return (_jnp.matmul(p, l), u) if permute_l else (p, l, u)


def lu(a, permute_l=False, overwrite_a=False, check_finite=True):
    return _lu(a, permute_l=permute_l)


def qr(a, overwrite_a=False, lwork=None, mode="full", pivoting=False, check_finite=True):
    if pivoting:
        raise NotImplementedError("The pivoting=True case of qr is not implemented.")
    if mode not in ("full", "r", "economic"):
        raise ValueError(f"Unsupported QR decomposition mode '{mode}'")
    a, = _inexact("jax.scipy.linalg.qr", a)
    q, r = _lax.qr(a, full_matrices=mode != "economic")
    return (r,) if mode == "r" else (q, r)


def solve(a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a="gen"):
    if assume_a not in ("gen", "sym", "her", "pos"):
        raise ValueError(f"Expected assume_a to be one of ['gen', 'sym', 'her', 'pos']; got {assume_a!r}")
    if assume_a != "pos":
        return _linalg.solve(a, b)
    a, b = _inexact("jax.scipy.linalg.solve", a, b)
    return cho_solve(cho_factor(a, lower=lower), b)


@_named("trans", "lower", "unit_diagonal", name="_solve_triangular")
def _solve_triangular(a, b, trans, lower, unit_diagonal):
    a, b = _inexact("jax.scipy.linalg.solve_triangular", a, b)
    if trans not in (0, "N", 1, "T", 2, "C"):
        raise ValueError(f"Invalid 'trans' value {trans}")
    vector = b.ndim == 1
    x = _lax.triangular_solve(a, b[:, None] if vector else b, left_side=True, lower=lower,
                              transpose_a=trans not in (0, "N"), conjugate_a=trans in (2, "C"), unit_diagonal=unit_diagonal)
    return x[:, 0] if vector else x


def solve_triangular(a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True):
    return _solve_triangular(a, b, trans=trans, lower=lower, unit_diagonal=unit_diagonal)


# ---- exponential ----

_pade13 = (64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800., 129060195264000., 10559470521600.,
           670442572800., 33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.)


@_named("upper_triangular", "max_squarings")
def expm(A, *, upper_triangular=False, max_squarings=16):
    """The approximant of degree 13 of Padé, of A divided by a power of 2, and squared as often."""
    A, = _inexact("expm", A)
    if A.ndim < 2 or A.shape[-1] is not A.shape[-2] and A.shape[-1] != A.shape[-2]:
        raise ValueError("expected A to be a (batched) square matrix")
    t = A.dtype
    A = A.astype(_jnp.result_type(t, _jnp.float64))
    size = _jnp.max(_jnp.sum(_jnp.abs(A), axis=-2), axis=-1) if A.size else _jnp.zeros(A.shape[:-2])
    limit = 5.371920351148152
    count = _jnp.maximum(0, _jnp.floor(_jnp.log2(_jnp.where(size > 0, size, limit) / limit)).astype(int) + 1)
    A = A / (2.0 ** count)[..., None, None].astype(A.dtype)
    b = _pade13
    one = _jnp.eye(A.shape[-1], dtype=A.dtype)
    A2 = A @ A
    A4 = A2 @ A2
    A6 = A4 @ A2
    U = A @ (A6 @ (b[13] * A6 + b[11] * A4 + b[9] * A2) + b[7] * A6 + b[5] * A4 + b[3] * A2 + b[1] * one)
    V = A6 @ (b[12] * A6 + b[10] * A4 + b[8] * A2) + b[6] * A6 + b[4] * A4 + b[2] * A2 + b[0] * one
    P, Q = U + V, V - U
    R = solve_triangular(Q, P) if upper_triangular and A.ndim == 2 else _linalg.solve(Q, P)
    for i in range(max_squarings):
        R = _jnp.where((i < count)[..., None, None], R @ R, R)
    return _jnp.where((count > max_squarings)[..., None, None], _jnp.nan, R).astype(t)


# ---- matrices by their entries ----

@_named(name="block_diag")
def _block_diag(*arrs):
    arrs = [_jnp.atleast_2d(a) for a in _promoted("jax.scipy.linalg.block_diag", *arrs)]
    whole = arrs[0]
    zero = whole.dtype.type(0)
    for a in arrs[1:]:
        below = _jax.lax.pad(a, zero, ((0, 0, 0), (whole.shape[-1], 0, 0)))
        whole = _jax.lax.pad(whole, zero, ((0, 0, 0), (0, a.shape[1], 0)))
        whole = _jax.lax.concatenate([whole, below], dimension=0)
    return whole


def block_diag(*arrs):
    return _block_diag(*arrs) if arrs else _jnp.zeros((1, 0))


def toeplitz(c, r=None):
    c = _jnp.ravel(_jnp.asarray(c))
    r = (c.conj() if _jnp.iscomplexobj(c) else c) if r is None else _jnp.ravel(_jnp.asarray(r))
    m, n = c.shape[0], r.shape[0]
    both = _jnp.concatenate([_jnp.flip(c), r[1:]])
    at = _jnp.arange(n)[None, :] - _jnp.arange(m)[:, None] + m - 1
    return both[at]
