"""jax.numpy: polynomials, and products of sequences."""
import jax.numpy as jnp
from jax import lax
from jax.numpy import linalg
from _numeric import arrays, inexact, named, promoted
from jax._numpy_shape import trim_zeros, vander


def _padded(a, n):
    return jnp.concatenate([jnp.zeros(n - a.shape[0], dtype=a.dtype), a])


@named()
def polyadd(a1, a2):
    a1, a2 = promoted("polyadd", a1, a2)
    n = max(a1.shape[0], a2.shape[0])
    return _padded(a1, n) + _padded(a2, n)


@named()
def polysub(a1, a2):
    a1, a2 = promoted("polysub", a1, a2)
    n = max(a1.shape[0], a2.shape[0])
    return _padded(a1, n) - _padded(a2, n)


def polymul(a1, a2, *, trim_leading_zeros=False):
    a1, a2 = inexact("polymul", a1, a2)
    if trim_leading_zeros and (len(a1) > 1 or len(a2) > 1):
        a1, a2 = trim_zeros(a1, "f"), trim_zeros(a2, "f")
    a1 = a1 if len(a1) else jnp.zeros(1, dtype=a1.dtype)
    a2 = a2 if len(a2) else jnp.zeros(1, dtype=a2.dtype)
    return convolve(a1, a2, mode="full")


def polydiv(u, v, *, trim_leading_zeros=False):
    u, v = inexact("polydiv", u, v)
    m, n = u.shape[0] - 1, v.shape[0] - 1
    q = jnp.zeros(max(m - n + 1, 1), dtype=u.dtype)
    for k in range(m - n + 1):
        d = u[k] / v[0]
        q = q.at[k].set(d)
        u = u.at[k:k + n + 1].add(-d * v)
    if trim_leading_zeros:
        u = trim_zeros(u, "f")
    return q, u


@named("m")
def polyder(p, m=1):
    p, = arrays("polyder", p)
    if m < 0:
        raise ValueError("Order of derivative must be positive")
    if m == 0:
        return p
    n = p.shape[0]
    factors = [1] * max(n - m, 0)
    for i in range(n - m):
        for k in range(m):
            factors[i] *= n - 1 - i - k
    return p[:n - m] * jnp.array(factors, dtype=p.dtype)


@named("m")
def polyint(p, m=1, k=None):
    k = 0 if k is None else k
    p, k = inexact("polyint", p, k)
    if m < 0:
        raise ValueError("Order of integral must be positive")
    k = jnp.atleast_1d(k)
    if k.shape[0] == 1:
        k = jnp.full((m,), k[0])
    if k.shape != (m,):
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or m.")
    if m == 0:
        return p
    whole = jnp.concatenate([p, k])
    size = whole.shape[0]
    factors = [1] * size
    for i in range(size):
        for j in range(m):
            factors[i] *= max(size - 1 - i - j, 1)
    return whole / jnp.array(factors, dtype=p.dtype)


def poly(seq_of_zeros):
    zeros, = inexact("poly", seq_of_zeros)
    zeros = jnp.atleast_1d(zeros)
    if zeros.ndim == 2:
        if zeros.shape[0] != zeros.shape[1] or not zeros.size:
            raise ValueError("input must be 1d or non-empty square 2d array.")
        zeros = linalg.eigvals(zeros)
    elif zeros.ndim != 1:
        raise ValueError("input must be 1d or non-empty square 2d array.")
    if not zeros.size:
        return jnp.ones((), dtype=zeros.dtype)
    a = jnp.ones((1,), dtype=zeros.dtype)
    for i in range(zeros.shape[0]):
        a = convolve(a, jnp.array([1, -zeros[i]], dtype=zeros.dtype), mode="full")
    return a


def _roots(p):
    n = p.shape[0]
    if n < 2:
        return jnp.array([], dtype=jnp.result_type(p.dtype, jnp.complex64))
    companion = jnp.diag(jnp.ones((n - 2,), dtype=p.dtype), -1)
    return linalg.eigvals(companion.at[0, :].set(-p[1:] / p[0]))


def roots(p, *, strip_zeros=True):
    p, = inexact("roots", p)
    p = jnp.atleast_1d(p)
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    if p.shape[0] < 2:
        return jnp.array([], dtype=jnp.result_type(p.dtype, jnp.complex64))
    if not strip_zeros:
        return _roots(p)
    nonzero, = jnp.nonzero(p)
    if not nonzero.shape[0]:
        return jnp.zeros((0,), dtype=jnp.result_type(p.dtype, jnp.complex64))
    return _roots(p[int(nonzero[0]):])


@named("deg", "rcond", "full", "cov")
def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    x, y = arrays("polyfit", x, y)
    if deg < 0:
        raise ValueError("expected deg >= 0")
    if x.ndim != 1:
        raise TypeError("expected 1D vector for x")
    if x.size == 0:
        raise TypeError("expected non-empty vector for x")
    if y.ndim not in (1, 2):
        raise TypeError("expected 1D or 2D array for y")
    if x.shape[0] != y.shape[0]:
        raise TypeError("expected x and y to have same length")
    if rcond is None:
        rcond = x.shape[0] * jnp.finfo(x.dtype).eps
    order = deg + 1
    lhs, rhs = vander(x, order), y
    if w is not None:
        w, = arrays("polyfit", w)
        w, = inexact("polyfit", w)
        if w.ndim != 1:
            raise TypeError("expected a 1-d array for weights")
        if w.shape[0] != y.shape[0]:
            raise TypeError("expected w and y to have the same length")
        lhs = lhs * w[:, None]
        rhs = rhs * (w[:, None] if rhs.ndim == 2 else w)
    scale = jnp.sqrt((lhs * lhs).sum(axis=0))
    lhs = lhs / scale[None, :]
    c, resids, rank, s = linalg.lstsq(lhs, rhs, rcond)
    c = (c.T / scale).T
    if full:
        return c, resids, rank, s, jnp.asarray(rcond)
    if not cov:
        return c
    base = linalg.inv(jnp.dot(lhs.T, lhs)) / jnp.outer(scale, scale)
    if cov == "unscaled":
        fac = jnp.array([1.0])
    else:
        if len(x) <= order:
            raise ValueError("the number of data points must exceed order to scale the covariance matrix")
        fac = jnp.array([resids / (len(x) - order)])[0]
    return c, base * fac if y.ndim == 1 else base[:, :, None] * fac


# ---- products of sequences ----

_modes = ("full", "same", "valid")


@named("mode", "op", name="_conv")
def _conv(x, y, mode, op):
    if jnp.ndim(x) != 1 or jnp.ndim(y) != 1:
        raise ValueError(f"{op}() only support 1-dimensional inputs.")
    if len(x) == 0 or len(y) == 0:
        raise ValueError(f"{op}: inputs cannot be empty, got shapes {x.shape} and {y.shape}.")
    m, n = x.shape[0], y.shape[0]
    swap = m < n
    if swap:
        x, y = y, x
    if op == "correlate":
        y = y.conj() if not swap else y
        x = x.conj() if swap else x
    if op == "convolve":
        y = jnp.flip(y)
    low = min(m, n)
    if mode not in _modes:
        raise ValueError("mode must be one of ['full', 'same', 'valid']")
    pad = (0, 0) if mode == "valid" else (low // 2, low - low // 2 - 1) if mode == "same" else (low - 1, low - 1)
    r = lax.conv_general_dilated(x[None, None, :], y[None, None, :], (1,), [pad])[0, 0]
    return jnp.flip(r) if op == "correlate" and swap else r


@named("mode")
def convolve(a, v, mode="full", *, precision=None, preferred_element_type=None):
    a, v = inexact("convolve", a, v)
    return _conv(a, v, mode, "convolve")


@named("mode")
def correlate(a, v, mode="valid", *, precision=None, preferred_element_type=None):
    a, v = inexact("correlate", a, v)
    return _conv(a, v, mode, "correlate")
