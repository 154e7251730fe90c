"""jax.numpy.linalg over the factorizations of jax.lax.linalg."""
import jax.numpy as _jnp
import jax.lax.linalg as _lax
from jax.numpy.linalg import norm
from jax.numpy import cross, outer
from _numeric import named as _named, inexact as _inexact, is_inexact as _is_inexact


def _h(x):
    y = _jnp.swapaxes(x, -1, -2)
    return y.conj() if _jnp.iscomplexobj(x) else y


def _square(fn, a, ndim=2):
    if a.ndim < 2 or not _same(a.shape[-1], a.shape[-2]):
        raise ValueError(f"Argument to _{fn}() must have shape [..., n, n], got {a.shape}")


def _same(m, n):
    return m is n or (isinstance(m, int) and isinstance(n, int) and m == n)


def _eps(t):
    return _jnp.finfo(t).eps


@_named()
def cholesky(a):
    a, = _inexact("jnp.linalg.cholesky", a)
    return _lax.cholesky(a)


@_named("full_matrices", "compute_uv", "hermitian")
def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    a, = _inexact("jnp.linalg.svd", a)
    if not hermitian:
        return _lax.svd(a, full_matrices=full_matrices, compute_uv=compute_uv)
    w, v = eigh(a)
    s = _jnp.abs(w)
    if not compute_uv:
        return _jnp.flip(_jnp.sort(s, axis=-1), axis=-1)
    order = _jnp.flip(_jnp.argsort(s, axis=-1), axis=-1)
    v = _jnp.take_along_axis(v, order[..., None, :], -1)
    signs = _jnp.take_along_axis(_jnp.sign(w), order, -1).astype(v.dtype)
    return v, _jnp.take_along_axis(s, order, -1), _h(v * signs[..., None, :])


@_named("n")
def matrix_power(a, n):
    a, = _inexact("jnp.linalg.matrix_power", a)
    if a.ndim < 2:
        raise TypeError(f"{a.ndim}-dimensional array given. Array must be at least two-dimensional")
    if not _same(a.shape[-2], a.shape[-1]):
        raise TypeError("Last 2 dimensions of the array must be square")
    if not isinstance(n, int):
        raise TypeError(f"exponent must be an integer, got {n}")
    if n == 0:
        return _jnp.broadcast_to(_jnp.eye(a.shape[-2], dtype=a.dtype), a.shape)
    if n < 0:
        a, n = inv(a), -n
    if n == 1:
        return a
    if n == 2:
        return a @ a
    if n == 3:
        return (a @ a) @ a
    power = result = None
    while n > 0:
        power = a if power is None else power @ power
        n, bit = divmod(n, 2)
        if bit:
            result = power if result is None else result @ power
    return result


@_named()
def matrix_rank(M, tol=None):
    M, = _inexact("jnp.linalg.matrix_rank", M)
    if M.ndim < 2:
        return _jnp.any(M != 0).astype(_jnp.int32)
    s = svd(M, full_matrices=False, compute_uv=False)
    if tol is None:
        tol = s.max(axis=-1) * max(M.shape[-2:]) * _eps(s.dtype)
    return _jnp.sum(s > _jnp.expand_dims(tol, -1), axis=-1)


def _sign_of_permutation(pivots, n):
    return _jnp.count_nonzero(pivots != _jnp.arange(n, dtype=pivots.dtype), axis=-1)


def _slogdet_lu(a):
    lu, pivots, _ = _lax.lu(a)
    d = _jnp.diagonal(lu, axis1=-2, axis2=-1)
    zero = _jnp.any(d == 0, axis=-1)
    parity = _sign_of_permutation(pivots, a.shape[-1])
    if _jnp.iscomplexobj(a):
        sign = _jnp.prod(d / _jnp.abs(d).astype(d.dtype), axis=-1)
    else:
        sign = _jnp.array(1, dtype=a.dtype)
        parity = parity + _jnp.count_nonzero(d < 0, axis=-1)
    sign = _jnp.where(zero, _jnp.array(0, dtype=a.dtype), sign * (-2 * (parity % 2) + 1).astype(a.dtype))
    logdet = _jnp.where(zero, _jnp.array(-_jnp.inf, dtype=d.real.dtype), _jnp.sum(_jnp.log(_jnp.abs(d)), axis=-1))
    return sign, _jnp.real(logdet)


def _slogdet_qr(a):
    """Of an orthogonal and a triangular factor; each reflection turns the sign round."""
    q, r = _lax.qr(a, full_matrices=False)
    d = _jnp.diagonal(r, axis1=-2, axis2=-1)
    return _slogdet_lu(q)[0] * _jnp.prod(_jnp.sign(d), axis=-1), _jnp.sum(_jnp.log(_jnp.abs(d)), axis=-1)


@_named("method")
def slogdet(a, *, method=None):
    a, = _inexact("jnp.linalg.slogdet", a)
    _square("slogdet", a)
    if method in (None, "lu"):
        return _slogdet_lu(a)
    if method != "qr":
        raise ValueError(f"Unknown slogdet method '{method}'. Supported methods are 'lu' (`None`), and 'qr'.")
    return _slogdet_qr(a)


def _det_2x2(a):
    return a[..., 0, 0] * a[..., 1, 1] - a[..., 0, 1] * a[..., 1, 0]


def _det_3x3(a):
    return (a[..., 0, 0] * a[..., 1, 1] * a[..., 2, 2] + a[..., 0, 1] * a[..., 1, 2] * a[..., 2, 0]
            + a[..., 0, 2] * a[..., 1, 0] * a[..., 2, 1] - a[..., 0, 2] * a[..., 1, 1] * a[..., 2, 0]
            - a[..., 0, 0] * a[..., 1, 2] * a[..., 2, 1] - a[..., 0, 1] * a[..., 1, 0] * a[..., 2, 2])


@_named()
def det(a):
    a, = _inexact("jnp.linalg.det", a)
    _square("det", a)
    n = a.shape[-1]
    if isinstance(n, int) and n == 2:
        return _det_2x2(a)
    if isinstance(n, int) and n == 3:
        return _det_3x3(a)
    lu, pivots, _ = _lax.lu(a)
    sign = _jnp.array(-2 * (_sign_of_permutation(pivots, n) % 2) + 1).astype(a.dtype)
    return sign * _jnp.prod(_jnp.diagonal(lu, axis1=-2, axis2=-1), axis=-1)


def eig(a):
    a, = _inexact("jnp.linalg.eig", a)
    w, v = _lax.eig(a, compute_left_eigenvectors=False)
    return w, v


@_named()
def eigvals(a):
    a, = _inexact("jnp.linalg.eigvals", a)
    return _lax.eig(a, compute_left_eigenvectors=False, compute_right_eigenvectors=False)[0]


def _lower(UPLO):
    if UPLO is None or UPLO == "L":
        return True
    if UPLO == "U":
        return False
    raise ValueError("UPLO must be one of None, 'L', or 'U', got " + str(UPLO))


@_named("UPLO", "symmetrize_input")
def eigh(a, UPLO=None, symmetrize_input=True):
    a, = _inexact("jnp.linalg.eigh", a)
    v, w = _lax.eigh(a, lower=_lower(UPLO), symmetrize_input=symmetrize_input)
    return w, v


@_named("UPLO")
def eigvalsh(a, UPLO="L"):
    a, = _inexact("jnp.linalg.eigvalsh", a)
    w, _ = eigh(a, _lower(UPLO) and "L" or "U")
    return w


@_named("hermitian")
def pinv(a, rcond=None, hermitian=False):
    a, = _inexact("jnp.linalg.pinv", a)
    m, n = a.shape[-2:]
    if rcond is None:
        rcond = 10. * max(m, n) * _eps(a.dtype)
    u, s, vh = svd(a, full_matrices=False, hermitian=hermitian)
    cutoff = _jnp.asarray(rcond)[..., None] * s[..., 0:1]
    s = _jnp.where(s > cutoff, s, _jnp.inf).astype(u.dtype)
    return _jnp.matmul(_h(vh), _h(u) / s[..., None])


def _lu_solve(lu, permutation, b):
    """x of a x = b, b with as many axes as a."""
    x = _jnp.take_along_axis(b, permutation[..., None], -2)
    x = _lax.triangular_solve(lu, x, left_side=True, lower=True, unit_diagonal=True)
    return _lax.triangular_solve(lu, x, left_side=True, lower=False)


def _solve(a, b):
    stack = _jnp.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    lu, _, permutation = _lax.lu(a)
    lu = _jnp.broadcast_to(lu, stack + lu.shape[-2:])
    permutation = _jnp.broadcast_to(permutation, stack + permutation.shape[-1:])
    return _lu_solve(lu, permutation, _jnp.broadcast_to(b, stack + b.shape[-2:]))


@_named()
def solve(a, b):
    a, b = _inexact("jnp.linalg.solve", a, b)
    if a.ndim < 2 or b.ndim < 1 or not _same(a.shape[-1], a.shape[-2]) or not _same(
            a.shape[-1], b.shape[-1] if b.ndim == a.ndim - 1 or b.ndim == 1 else b.shape[-2]):
        raise ValueError("The arguments to solve must have shapes a=[..., m, m] and b=[..., m, k] or b=[..., m]; got "
                         f"a={a.shape} and b={b.shape}")
    if b.ndim == 1 or b.ndim == a.ndim - 1 and _same(b.shape[-1], a.shape[-1]):
        return _solve(a, b[..., None])[..., 0]
    return _solve(a, b)


@_named()
def inv(a):
    a, = _inexact("jnp.linalg.inv", a)
    if a.ndim < 2 or not _same(a.shape[-1], a.shape[-2]):
        raise ValueError(f"Argument to inv must have shape [..., n, n], got {a.shape}.")
    return solve(a, _jnp.broadcast_to(_jnp.eye(a.shape[-1], dtype=a.dtype), a.shape))


@_named("mode")
def qr(a, mode="reduced"):
    a, = _inexact("jnp.linalg.qr", a)
    if mode == "raw":
        raise NotImplementedError("jnp.linalg.qr: mode='raw' is not offered here; use mode='reduced'")
    if mode not in ("reduced", "r", "full", "complete"):
        raise ValueError(f"Unsupported QR decomposition mode '{mode}'")
    q, r = _lax.qr(a, full_matrices=mode in ("full", "complete"))
    return r if mode == "r" else (q, r)


@_named("numpy_resid", name="<unnamed wrapped function>")
def _least_squares(a, b, rcond=None, numpy_resid=False):
    vector = b.ndim == 1
    if vector:
        b = b[:, None]
    m, n = a.shape
    if rcond is None:
        rcond = _eps(a.dtype) * max(m, n)
    else:
        rcond = _jnp.where(rcond < 0, _eps(a.dtype), rcond)
    u, s, vt = svd(a, full_matrices=False)
    mask = s >= _jnp.asarray(rcond).astype(s.dtype) * s[0]
    rank = mask.sum()
    safe = _jnp.where(mask, s, 1).astype(s.dtype)
    inverse = _jnp.where(mask, 1 / safe, 0)[:, None]
    x = _jnp.matmul(_h(vt), inverse * _jnp.matmul(_h(u), b))
    if numpy_resid and (n == 0 or m <= n or bool(rank < n)):
        resid = _jnp.asarray([])
    else:
        resid = norm(b - _jnp.matmul(a, x), axis=0) ** 2
    return (x.ravel() if vector else x), resid, rank, s


def lstsq(a, b, rcond=None, *, numpy_resid=False):
    a, b = _inexact("jnp.linalg.lstsq", a, b)
    if a.ndim != 2 or b.ndim not in (1, 2) or not _same(a.shape[0], b.shape[0]):
        raise ValueError("Leading dimensions of input arrays must match" if a.ndim == 2 and b.ndim in (1, 2) else
                         f"{b.ndim if a.ndim == 2 else a.ndim}-dimensional array given. Array must be "
                         + ("one or two-dimensional" if a.ndim == 2 else "two-dimensional"))
    return _least_squares(a, b, rcond, numpy_resid=numpy_resid)


@_named("p")
def cond(x, p=None):
    x, = _inexact("jnp.linalg.cond", x)
    if p in (None, 2, -2):
        s = svd(x, compute_uv=False)
        r = s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1]
    else:
        r = norm(x, ord=p, axis=(-2, -1)) * norm(inv(x), ord=p, axis=(-2, -1))
    wrong = _jnp.isnan(r) & ~_jnp.any(_jnp.isnan(x), axis=(-2, -1))
    return _jnp.where(wrong, _jnp.inf, r)


def multi_dot(arrays, *, precision=None):
    """The product in the order that needs the fewest multiplications."""
    arrays = [_jnp.asarray(a) for a in arrays]
    if len(arrays) < 2:
        raise ValueError(f"multi_dot requires at least two arrays; got len(arrays)={len(arrays)}")
    sizes = [(1, a.shape[0]) if i == 0 and a.ndim == 1 else (a.shape[0], 1) if a.ndim == 1 else a.shape
             for i, a in enumerate(arrays)]
    if not all(isinstance(n, int) for s in sizes for n in s):
        r = arrays[0]
        for a in arrays[1:]:
            r = r @ a
        return r
    p = [s[0] for s in sizes] + [sizes[-1][1]]
    n = len(arrays)
    cost = [[0] * n for _ in range(n)]
    cut = [[0] * n for _ in range(n)]
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            cost[i][j], cut[i][j] = min((cost[i][k] + cost[k + 1][j] + p[i] * p[k + 1] * p[j + 1], k)
                                        for k in range(i, j))

    def product(i, j):
        if i == j:
            return arrays[i]
        k = cut[i][j]
        return product(i, k) @ product(k + 1, j)
    return product(0, n - 1)


def tensorinv(a, ind=2):
    a = _jnp.asarray(a)
    if ind <= 0:
        raise ValueError(f"ind must be a positive integer; got ind={ind}")
    rows = 1
    for n in a.shape[ind:]:
        rows *= n
    return inv(a.reshape(-1, rows)).reshape(*a.shape[ind:], *a.shape[:ind])


def tensorsolve(a, b, axes=None):
    a, b = _jnp.asarray(a), _jnp.asarray(b)
    if axes is not None:
        a = _jnp.moveaxis(a, axes, tuple(range(a.ndim - len(axes), a.ndim)))
    shape = a.shape[b.ndim:]
    return solve(a.reshape(b.size, -1), b.ravel()).reshape(shape)
