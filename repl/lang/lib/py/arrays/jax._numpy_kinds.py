"""jax.numpy: what is known of dtypes, grids by index, windows, and functions of single numbers."""
import math as _math
import numpy as _np
import jax.numpy as jnp
from jax import lax
from numpy import finfo, iinfo, can_cast, isscalar, iterable
from _numeric import arrays, check, inexact, named, promoted


def iscomplexobj(x):
    return jnp.issubdtype(jnp.result_type(x) if not hasattr(x, "dtype") else x.dtype, jnp.complexfloating)


def isrealobj(x):
    return not iscomplexobj(x)


@named()
def iscomplex(x):
    x, = arrays("iscomplex", x)
    return jnp.imag(x) != 0


@named()
def isreal(x):
    x, = arrays("isreal", x)
    return jnp.imag(x) == 0 if iscomplexobj(x) else jnp.full(x.shape, True)


# ---- by index ----

class _Index:
    """The index itself, as numpy.s_ gives it."""
    def __getitem__(self, key):
        return key


class _Grid:
    """mgrid[0:3, 0:2]: the coordinates; sparse ones are ogrid's."""
    def __init__(self, sparse):
        self._sparse = sparse

    def __getitem__(self, key):
        if isinstance(key, slice):
            return _line(key)
        lines = [_line(k) for k in key]
        t = jnp.result_type(*lines)
        grids = jnp.meshgrid(*[x.astype(t) for x in lines], indexing="ij", sparse=self._sparse)
        return list(grids) if self._sparse else jnp.stack(grids, 0)


def _line(s):
    """A slice as numbers; an imaginary step counts them, and the end is one of them then."""
    start, step = s.start or 0, 1 if s.step is None else s.step
    if isinstance(step, complex):
        return jnp.linspace(start, s.stop, int(abs(step)))
    return jnp.arange(start, s.stop, step)


class _Joined:
    """r_[1:4, 0, x] and c_: concatenation by index."""
    def __init__(self, column):
        self._column = column

    def __getitem__(self, key):
        parts, axis, rank, at = [], -1 if self._column else 0, 2 if self._column else 1, -1
        for k in key if isinstance(key, tuple) else (key,):
            if isinstance(k, str):
                if k in ("r", "c"):
                    raise NotImplementedError("jnp.r_ of matrices is not offered here")
                words = [int(w) for w in k.split(",")]
                axis, rank, at = words[0], words[1] if len(words) > 1 else rank, words[2] if len(words) > 2 else at
                continue
            x = jnp.asarray(_line(k) if isinstance(k, slice) else k)
            new = rank - x.ndim
            if new > 0:
                before = new if at == -1 and not self._column else 0 if self._column else at
                x = x.reshape((1,) * before + x.shape + (1,) * (new - before))
            parts.append(x)
        return jnp.concatenate(parts, axis=axis)


s_ = index_exp = _Index()
mgrid, ogrid = _Grid(False), _Grid(True)
r_, c_ = _Joined(False), _Joined(True)


# ---- lines ----

def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    check("logspace", start, stop)
    lin = jnp.linspace(start, stop, num, endpoint=endpoint, axis=axis)
    return jnp.power(base, lin).astype(lin.dtype if dtype is None else dtype)


def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    start, stop = inexact("geomspace", start, stop)
    if iscomplexobj(start):
        raise NotImplementedError("jnp.geomspace of complex numbers is not offered here; use jnp.logspace")
    sign = jnp.where((start < 0) & (stop < 0), -1.0, 1.0).astype(start.dtype)
    r = logspace(jnp.log10(start * sign), jnp.log10(stop * sign), num, endpoint=endpoint, axis=0)
    if num > 0:
        r = r.at[0].set(start * sign)
        if endpoint and num > 1:
            r = r.at[-1].set(stop * sign)
    r = jnp.moveaxis(r * sign, 0, axis) if axis else r * sign
    return r if dtype is None else r.astype(dtype)


def _window(f):
    def window(M):
        return jnp.asarray(f(M, jnp.arange(M)), dtype=float) if M > 1 else jnp.ones(M)
    window.__name__ = window.__qualname__ = f.__name__
    return window


@_window
def bartlett(M, n):
    return 1 - jnp.abs(2 * n + 1 - M) / (M - 1)


@_window
def blackman(M, n):
    w = 2 * _math.pi * n / (M - 1)
    return 0.42 - 0.5 * jnp.cos(w) + 0.08 * jnp.cos(2 * w)


@_window
def hamming(M, n):
    return 0.54 - 0.46 * jnp.cos(2 * _math.pi * n / (M - 1))


@_window
def hanning(M, n):
    return 0.5 * (1 - jnp.cos(2 * _math.pi * n / (M - 1)))


def kaiser(M, beta):
    if M <= 1:
        return jnp.ones(M)
    n = jnp.arange(M)
    return i0(beta * jnp.sqrt(1 - ((2 * n + 1 - M) / (M - 1)) ** 2)) / i0(jnp.asarray(float(beta)))


def i0(x):
    from jax._special import i0e
    x, = inexact("i0", x)
    return jnp.exp(jnp.abs(x)) * i0e(x)


# ---- single numbers ----

@named()
def gcd(x1, x2):
    """Euclid's algorithm, in a loop that ends when no pair has a rest."""
    x1, x2 = _whole("gcd", x1, x2)
    return lax.while_loop(lambda pair: jnp.any(pair[1] != 0), _gcd_step, (jnp.abs(x1), jnp.abs(x2)))[0]


def _whole(name, *args):
    args = promoted(name, *args)
    if not jnp.issubdtype(args[0].dtype, jnp.integer):
        raise ValueError(f"Arguments to jax.numpy.{name} must be integers.")
    return jnp.broadcast_arrays(*args)


def _gcd_step(pair):
    """No divisor is zero: a division by zero is an error here, where jax goes on with any number."""
    a, b = pair
    a, b = jnp.where(b != 0, b, a), jnp.where(b != 0, lax.rem(a, jnp.where(b != 0, b, 1)), 0)
    return jnp.where(a < b, b, a), jnp.where(a < b, a, b)


@named()
def lcm(x1, x2):
    x1, x2 = _whole("lcm", x1, x2)
    x1, x2 = jnp.abs(x1), jnp.abs(x2)
    d = gcd(x1, x2)
    return jnp.where(d == 0, 0, x1 * (x2 // jnp.where(d == 0, 1, d)))


@named()
def logaddexp2(x1, x2):
    x1, x2 = inexact("logaddexp2", x1, x2)
    high, delta = jnp.maximum(x1, x2), x1 - x2
    return jnp.where(jnp.isnan(delta), x1 + x2, high + jnp.log1p(jnp.exp2(-jnp.abs(delta))) / _math.log(2))


@named()
def modf(x, /):
    x, = inexact("modf", x)
    whole = jnp.trunc(x)
    return x - whole, whole


@named()
def ldexp(x1, x2):
    check("ldexp", x1, x2)
    x1, = inexact("ldexp", x1)
    x2 = jnp.asarray(x2)
    half = x2 // 2
    return x1 * jnp.exp2(half.astype(x1.dtype)) * jnp.exp2((x2 - half).astype(x1.dtype))


@named()
def frexp(x):
    x, = inexact("frexp", x)
    safe = jnp.where((x == 0) | ~jnp.isfinite(x), 1, x)
    e = jnp.floor(jnp.log2(jnp.abs(safe))).astype(jnp.int32) + 1
    m = ldexp(safe, -e)
    small, large = jnp.abs(m) < 0.5, jnp.abs(m) >= 1
    m = jnp.where(small, m * 2, jnp.where(large, m / 2, m))
    e = e - small + large
    plain = (x == 0) | ~jnp.isfinite(x)
    return jnp.where(plain, x, m), jnp.where(plain, 0, e).astype(jnp.int32)
