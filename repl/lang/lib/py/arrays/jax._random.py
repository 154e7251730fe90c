"""Distributions of jax.random that are drawn by rejection, or made of such: the bits are those of jax 0.4.23."""
import math as _math
import jax.numpy as _jnp
from jax import lax as _lax
from jax import random as _random
from jax.numpy import linalg as _linalg
from _numeric import inexact as _inexact, named as _named


def _key(key):
    return _random.key_data(key)


def _floats(name, dtype):
    t = _jnp.dtype(dtype)
    if not _jnp.issubdtype(t, _jnp.floating):
        raise ValueError(f"dtype argument to `{name}` must be a float dtype, got {dtype}")
    return t


def _shape_of(name, shape, *given):
    """The shape that is asked for, which the parameters have to fit; theirs if none is."""
    own = _jnp.broadcast_shapes(*given)
    if shape is None:
        return own
    shape = tuple(shape)
    if _jnp.broadcast_shapes(shape, own) != shape:
        raise ValueError(f"{name} parameter shapes must be broadcast-compatible with shape argument, and the result of "
                         f"broadcasting the shapes must equal the shape argument, but got result "
                         f"{_jnp.broadcast_shapes(shape, own)} for shape argument {shape}")
    return shape


# ---- gamma, by Marsaglia and Tsang's method ----

def _gamma_one(key, alpha, log_space):
    t = alpha.dtype
    zero, one, third = (_jnp.asarray(x, dtype=t) for x in (0, 1, 1 / 3))
    squeeze, half = _jnp.asarray(0.0331, dtype=t), _jnp.asarray(0.5, dtype=t)
    large = alpha >= one  # a smaller one is drawn as alpha + 1, and multiplied with a power
    raised = _lax.select(large, alpha, alpha + one)
    d = raised - third
    c = third / _lax.sqrt(d)

    def again(state):
        _, x, v, u = state
        return (u >= one - squeeze * (x * x)) & (_lax.log(u) >= x * half + d * ((one - v) + _lax.log(v)))

    def positive(state):
        rest, now = _random.split(state[0])
        x = _random.normal(now, (), dtype=t)
        return rest, x, one + x * c

    def draw(state):
        rest, for_x, for_u = _random.split(state[0], 3)
        _, x, v = _lax.while_loop(lambda s: s[2] <= zero, positive, (for_x, zero, -one))
        return rest, x * x, (v * v) * v, _random.uniform(for_u, (), dtype=t)

    key, last = _random.split(key)
    v = _lax.while_loop(again, draw, (key, zero, one, _jnp.asarray(2, dtype=t)))[2]
    if log_space:
        low = -_random.exponential(last, (), dtype=t)
        return (_lax.log(d) + _lax.log(v)) + _lax.select(large | (low == 0), zero, low * (one / alpha))
    return (d * v) * _lax.select(large, one, _lax.pow(1 - _random.uniform(last, (), dtype=t), one / alpha))


@_named("shape", "dtype", "log_space")
def _gamma(key, a, shape, dtype, log_space=False):
    shape = _shape_of("gamma", shape, _jnp.shape(a))
    flat = _jnp.broadcast_to(_lax.convert_element_type(a, dtype), shape).reshape(-1)
    keys = _random.split(key, _math.prod(shape))
    return _lax.map(lambda pair: _gamma_one(pair[0], pair[1], log_space), (keys, flat)).reshape(shape)


def gamma(key, a, shape=None, dtype=float):
    return _gamma(_key(key), a, shape=shape, dtype=_floats("gamma", dtype))


def loggamma(key, a, shape=None, dtype=float):
    return _gamma(_key(key), a, shape=shape, dtype=_floats("gamma", dtype), log_space=True)


# ---- made of gamma ----

@_named("shape", "dtype")
def _beta(key, a, b, shape, dtype):
    shape = _shape_of("beta", shape, _jnp.shape(a), _jnp.shape(b))
    for_a, for_b = _random.split(key)
    x = loggamma(for_a, _jnp.broadcast_to(_lax.convert_element_type(a, dtype), shape), shape, dtype)
    y = loggamma(for_b, _jnp.broadcast_to(_lax.convert_element_type(b, dtype), shape), shape, dtype)
    most = _lax.max(x, y)
    p, q = _jnp.exp(x - most), _jnp.exp(y - most)
    return p / (p + q)


def beta(key, a, b, shape=None, dtype=float):
    return _beta(_key(key), a, b, shape=shape, dtype=_floats("beta", dtype))


@_named("shape", "dtype")
def _dirichlet(key, alpha, shape, dtype):
    if _jnp.ndim(alpha) < 1:
        raise ValueError(f"dirichlet requires alpha.ndim >= 1, got alpha.ndim == {_jnp.ndim(alpha)}")
    shape = _shape_of("dirichlet", shape, _jnp.shape(alpha)[:-1])
    x = loggamma(key, _lax.convert_element_type(alpha, dtype), shape + _jnp.shape(alpha)[-1:], dtype)
    p = _jnp.exp(x - x.max(-1, keepdims=True))
    return p / p.sum(-1, keepdims=True)


def dirichlet(key, alpha, shape=None, dtype=float):
    return _dirichlet(_key(key), alpha, shape=shape, dtype=_floats("dirichlet", dtype))


@_named("shape", "dtype")
def _t(key, df, shape, dtype):
    shape = _shape_of("t", shape, _jnp.shape(df))
    half = _lax.convert_element_type(df, dtype) / 2
    for_n, for_g = _random.split(key)
    n = _random.normal(for_n, shape, dtype)
    return n * _jnp.sqrt(half / gamma(for_g, half, shape, dtype))


def t(key, df, shape=(), dtype=float):
    return _t(_key(key), df, shape=shape, dtype=_floats("t", dtype))


@_named("shape", "dtype")
def _chisquare(key, df, shape, dtype):
    shape = _shape_of("chisquare", shape, _jnp.shape(df))
    half = _lax.convert_element_type(df, dtype) / 2
    return _jnp.exp(loggamma(key, half, shape, dtype)) * 2


def chisquare(key, df, shape=None, dtype=float):
    return _chisquare(_key(key), df, shape=shape, dtype=_floats("chisquare", dtype))


@_named("shape", "dtype")
def _f(key, dfnum, dfden, shape, dtype):
    shape = _shape_of("f", shape, _jnp.shape(dfden), _jnp.shape(dfnum))
    over, under = _lax.convert_element_type(dfnum, dtype), _lax.convert_element_type(dfden, dtype)
    for_under, for_over = _random.split(key)
    return (chisquare(for_over, over, shape, dtype) / over) / (chisquare(for_under, under, shape, dtype) / under)


def f(key, dfnum, dfden, shape=None, dtype=float):
    return _f(_key(key), dfnum, dfden, shape=shape, dtype=_floats("f", dtype))


@_named("p", "shape", "dtype", name="generalized_normal")
def _generalized_normal(key, p, shape, dtype):
    for_g, for_sign = _random.split(key)
    g = gamma(for_g, 1 / p, shape, dtype)
    return _random.rademacher(for_sign, shape, dtype) * g ** (1 / p)


def generalized_normal(key, p, shape=(), dtype=float):
    return _generalized_normal(_key(key), p, shape=tuple(shape), dtype=_floats("generalized_normal", dtype))


@_named("d", "p", "shape", "dtype", name="ball")
def _ball(key, d, p, shape, dtype):
    for_g, for_e = _random.split(key)
    g = generalized_normal(for_g, p, (*shape, d), dtype)
    e = _random.exponential(for_e, shape, dtype)
    return g / (((_jnp.abs(g) ** p).sum(-1) + e) ** (1 / p))[..., None]


def ball(key, d, p=2, shape=(), dtype=float):
    return _ball(_key(key), d, p=p, shape=tuple(shape), dtype=_floats("ball", dtype))


# ---- whole numbers ----

def _poisson_small(key, lam, shape, dtype):
    """Knuth's: uniform numbers are multiplied until the product is below exp(-lam)."""
    def step(state):
        i, k, key, low = state
        key, now = _random.split(key)
        return i + 1, _lax.select(low > -lam, k + 1, k), key, low + _jnp.log(_random.uniform(now, shape, _jnp.float32))

    first = (0, _jnp.zeros(shape, dtype), key, _jnp.zeros(shape, _jnp.float32))
    last = _lax.while_loop(lambda s: (s[3] > -lam).any() & (s[0] < _jnp.iinfo(dtype).max), step, first)
    return (last[1] - 1).astype(dtype)


def _poisson_large(key, lam, shape, dtype):
    """Hörmann's transformed rejection."""
    log_lam = _lax.log(lam)
    b = 0.931 + 2.53 * _lax.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse = 1.1239 + 1.1328 / (b - 3.4)
    v_r = 0.9277 - 3.6224 / (b - 2)

    def step(state):
        i, result, done, key = state
        key, for_u, for_v = _random.split(key, 3)
        u = _random.uniform(for_u, shape, lam.dtype) - 0.5
        v = _random.uniform(for_v, shape, lam.dtype)
        edge = 0.5 - abs(u)
        k = _lax.floor((2 * a / edge + b) * u + lam + 0.43)
        s = _lax.log(v * inverse / (a / (edge * edge) + b))
        r = -lam + k * log_lam - _lax.lgamma(k + 1)
        bad = (k < 0) | ((edge < 0.013) & (v > edge))
        good = ((edge >= 0.07) & (v <= v_r)) | (~bad & (s <= r))
        return i + 1, _lax.select(good, k, result), done | good, key

    first = (0, _jnp.full(shape, -1, lam.dtype), _jnp.zeros(shape, bool), key)
    last = _lax.while_loop(lambda s: (~s[2]).any() & (s[0] < _jnp.iinfo(dtype).max), step, first)
    return last[1].astype(dtype)


@_named("shape", "dtype")
def _poisson(key, lam, shape, dtype):
    small = _jnp.isnan(lam) | (lam < 10)
    low = _poisson_small(key, _lax.select(small, lam, _jnp.zeros_like(lam)), shape, dtype)
    high = _poisson_large(key, _lax.select(small, _jnp.full_like(lam, 1e5), lam), shape, dtype)
    r = _lax.select(small, low, high)
    return _lax.select(lam == 0, _jnp.zeros_like(r), r)


def poisson(key, lam, shape=None, dtype=int):
    shape = _jnp.shape(lam) if shape is None else tuple(shape)
    lam = _lax.convert_element_type(_jnp.broadcast_to(lam, shape), _jnp.float32)
    return _poisson(_key(key), lam, shape=shape, dtype=_jnp.dtype(dtype))


# ---- vectors and matrices ----

@_named("shape", "dtype", "method")
def _multivariate_normal(key, mean, cov, shape, dtype, method):
    if _jnp.ndim(mean) < 1:
        raise ValueError(f"multivariate_normal requires mean.ndim >= 1, got mean.ndim == {_jnp.ndim(mean)}")
    if _jnp.ndim(cov) < 2:
        raise ValueError(f"multivariate_normal requires cov.ndim >= 2, got cov.ndim == {_jnp.ndim(cov)}")
    n = mean.shape[-1]
    if cov.shape[-2:] != (n, n):
        raise ValueError(f"multivariate_normal requires cov.shape == (..., n, n) for n={n}, but got cov.shape == {cov.shape}.")
    shape = _shape_of("normal", shape, mean.shape[:-1], cov.shape[:-2])
    if method == "svd":
        u, s, _ = _linalg.svd(cov)
        factor = u * _jnp.sqrt(s[..., None, :])
    elif method == "eigh":
        w, v = _linalg.eigh(cov)
        factor = v * _jnp.sqrt(w[..., None, :])
    else:
        factor = _linalg.cholesky(cov)
    return mean + _jnp.einsum("...ij,...j->...i", factor, _random.normal(key, shape + mean.shape[-1:], dtype))


def multivariate_normal(key, mean, cov, shape=None, dtype=None, method="cholesky"):
    mean, cov = _inexact("multivariate_normal", mean, cov)
    if method not in {"svd", "eigh", "cholesky"}:
        raise ValueError("method must be one of {'svd', 'eigh', 'cholesky'}")
    dtype = _floats("multivariate_normal", mean.dtype if dtype is None else dtype)
    return _multivariate_normal(_key(key), mean, cov, shape=shape, dtype=dtype, method=method)


@_named("n", "shape", "dtype", name="orthogonal")
def _orthogonal(key, n, shape, dtype):
    q, r = _linalg.qr(_random.normal(key, (*shape, n, n), dtype))
    d = _jnp.diagonal(r, 0, -2, -1)
    return q * (d / abs(d).astype(d.dtype))[..., None, :]


def orthogonal(key, n, shape=(), dtype=float):
    return _orthogonal(_key(key), n, shape=tuple(shape), dtype=_jnp.dtype(dtype))
