"""jax.scipy.special over jax.numpy and jax.lax."""
import math as _math
import jax.numpy as _jnp
from jax import lax as _lax, nn as _nn
from jax._special import (betainc as _betainc, i0, i0e, i1, i1e, igamma as _igamma, igammac as _igammac, polygamma,
                          zeta as _zeta)
from _numeric import check as _check, inexact as _inexact, named as _named, promoted as _promoted

_log_root = 0.5 * _math.log(2 * _math.pi)


def _one(name, primitive):
    def f(x):
        x, = _inexact(name, x)
        return primitive(x)
    f.__name__ = f.__qualname__ = name
    return f


erf = _one("erf", _lax.erf)
erfc = _one("erfc", _lax.erfc)
erfinv = _one("erfinv", _lax.erf_inv)
gammaln = _one("gammaln", _lax.lgamma)
digamma = _one("digamma", _lax.digamma)
expit = _named(name="expit")(_one("expit", _lax.logistic))


@_named()
def logit(x):
    x, = _inexact("logit", x)
    return _jnp.log(x / (1 - x))


@_named()
def gamma(x):
    x, = _inexact("gamma", x)
    whole = _jnp.floor(x)
    sign = _jnp.where((x > 0) | (x == whole), 1.0, _jnp.where(whole % 2 == 0, 1.0, -1.0)).astype(x.dtype)
    sign = _jnp.where((x < 0) & (x == whole), _jnp.nan, sign)
    return sign * _jnp.exp(_lax.lgamma(x))


@_named()
def factorial(n, exact=False):
    if exact:
        raise NotImplementedError("factorial with exact=True")
    n, = _inexact("factorial", n)
    return _jnp.where(n < 0, 0, _jnp.exp(_lax.lgamma(n + 1)))


@_named()
def betaln(a, b):
    a, b = _inexact("betaln", a, b)
    return _lax.lgamma(a) + _lax.lgamma(b) - _lax.lgamma(a + b)


def beta(a, b):
    return _jnp.exp(betaln(a, b))


def betainc(a, b, x):
    return _betainc(a, b, x)


def gammainc(a, x):
    return _igamma(a, x)


def gammaincc(a, x):
    return _igammac(a, x)


def zeta(x, q=None):
    if q is None:
        raise NotImplementedError("Riemann zeta function not implemented; pass q != None to compute the Hurwitz Zeta "
                                  "function.")
    return _zeta(x, q)


def _weighted(name, x, y, g):
    """x g(y), and 0 where x is."""
    x, y = _inexact(name, x, y)
    return _jnp.where(x == 0., _jnp.zeros_like(x), x * g(y))


def xlogy(x, y):
    return _weighted("xlogy", x, y, _jnp.log)


def xlog1py(x, y):
    return _weighted("xlog1py", x, y, _jnp.log1p)


def entr(x):
    x, = _inexact("entr", x)
    return _jnp.where(x < 0, -_jnp.inf, -xlogy(x, x))


def rel_entr(p, q):
    p, q = _inexact("rel_entr", p, q)
    both = (p > 0) & (q > 0)
    sp, sq = _jnp.where(both, p, 1), _jnp.where(both, q, 1)
    zero = (p == 0) & (q >= 0)
    return _jnp.where(both, sp * _jnp.log(sp / sq), _jnp.where(zero, 0.0, _jnp.inf))


def kl_div(p, q):
    p, q = _inexact("kl_div", p, q)
    return rel_entr(p, q) - p + q


def multigammaln(a, d):
    a, = _inexact("multigammaln", a)
    places = (1 - _jnp.arange(1, d + 1)) / 2
    return _jnp.sum(_lax.lgamma(_jnp.expand_dims(a, -1) + places), axis=-1) + d * (d - 1) / 4 * _math.log(_math.pi)


def logsumexp(a, axis=None, b=None, keepdims=False, return_sign=False):
    if b is None and not return_sign:
        return _nn.logsumexp(a, axis=axis, keepdims=keepdims)
    if b is None:
        a, = _inexact("logsumexp", a)
        b = _jnp.ones_like(a)
    a, b = _inexact("logsumexp", a, b)
    a = _jnp.where(b != 0, a, -_jnp.inf)
    top = _jnp.max(_jnp.real(a), axis=axis, keepdims=True)
    top = _jnp.where(_jnp.isfinite(top), top, 0)
    total = _jnp.sum(b * _jnp.exp(a - top), axis=axis, keepdims=True)
    sign = _jnp.sign(total)
    if return_sign or not _jnp.iscomplexobj(total):
        r = _jnp.log(_jnp.abs(total)) + top
        r = r if return_sign else _jnp.where(sign < 0, _jnp.nan, r)
    else:
        r = _jnp.log(total) + top
    if not keepdims:
        r, sign = _jnp.squeeze(r, axis), _jnp.squeeze(sign, axis)
    return (r, sign) if return_sign else r


# ---- the normal distribution ----

def ndtr(x):
    x, = _inexact("ndtr", x)
    half = 0.5 * _math.sqrt(2.0)
    w = x * half
    z = _jnp.abs(w)
    return 0.5 * _jnp.where(z < half, 1 + _lax.erf(w), _jnp.where(w > 0, 2 - _lax.erfc(z), _lax.erfc(z)))


def ndtri(p):
    p, = _inexact("ndtri", p)
    r = -_math.sqrt(2.0) * _erfc_inverse(2 * p.astype(_jnp.float64))
    return r.astype(p.dtype)


def _erfc_inverse(y):
    """By erf_inv, and by Newton's method for the logarithm where 1 - y has lost its figures."""
    low = _jnp.minimum(y, 2 - y)
    safe = _jnp.where((low > 0) & (low <= 1), low, 0.5)
    tail = _jnp.where(safe < 1e-2, safe, 1e-3)
    x = _jnp.sqrt(-_jnp.log(tail))
    for _ in range(6):
        e = _lax.erfc(x)
        x = x + _jnp.log(e / tail) * e * _jnp.exp(x * x) * (_math.sqrt(_math.pi) / 2)
    x = _jnp.where(safe < 1e-2, x, _lax.erf_inv(1 - safe))
    x = _jnp.where(y <= 1, x, -x)
    return _jnp.where(~(y <= 2) & (y == y), -_jnp.inf, _jnp.where(y <= 0, _jnp.inf, _jnp.where(y == 2, -_jnp.inf, x)))


def log_ndtr(x, series_order=3):
    x, = _inexact("log_ndtr", x)
    lower = -20. if x.dtype == _jnp.float64 else -10.
    upper = 8. if x.dtype == _jnp.float64 else 5.
    low = _jnp.minimum(x, lower)
    squares = low * low
    even = odd = 0.0
    for n in range(1, series_order + 1):
        term = float(_odd_product(2 * n - 1)) / squares ** n
        even, odd = (even + term, odd) if n % 2 == 0 else (even, odd + term)
    tail = -squares / 2 - _jnp.log(-low) - _log_root + _jnp.log1p(even - odd)
    mid = _jnp.log(ndtr(_jnp.maximum(_jnp.minimum(x, upper), lower)))
    return _jnp.where(x > upper, -ndtr(-x), _jnp.where(x > lower, mid, tail))


def _odd_product(n):
    return n * _odd_product(n - 2) if n > 1 else 1
