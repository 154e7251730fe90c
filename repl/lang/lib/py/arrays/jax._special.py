"""Special functions that are series or fractions, over whole arrays."""
import math as _math
import jax.numpy as jnp
from jax import lax
from catalyst import while_loop
from _numeric import inexact, named


def _to(x, t):
    return x if x.dtype == t else x.astype(t)


def _series(first, step, x):
    """The sum of terms that begin with `first`; step(n, term) is the next one. It ends where nothing changes."""
    @while_loop(lambda n, term, total: jnp.any(jnp.abs(term) > 1e-17 * jnp.abs(total)) & (n < 2000))
    def add(n, term, total):
        term = step(n, term)
        return n + 1.0, term, total + term
    return add(1.0, first, first)[2]


def _bessel(x, order):
    """exp(-|x|) I(x): the power series near 0, the asymptotic one far away."""
    a = jnp.abs(x)
    near = jnp.minimum(a, 30.0)
    q = near * near / 4
    first = jnp.ones_like(a) if order == 0 else near / 2
    low = _series(first, lambda n, t: t * q / (n * (n + order)), a) * jnp.exp(-near)
    far = jnp.maximum(a, 30.0)
    term = total = jnp.ones_like(a)
    for k in range(1, 25):
        term = term * ((2 * k - 1) ** 2 - 4 * order * order) / (k * 8 * far)
        total = total + term
    r = jnp.where(a <= 30, low, total / jnp.sqrt(2 * _math.pi * far))
    return jnp.sign(x) * r if order else r


@named()
def i0e(x):
    x, = inexact("i0e", x)
    return _in_double(_bessel, x, 0)


@named()
def i1e(x):
    x, = inexact("i1e", x)
    return _in_double(_bessel, x, 1)


def _in_double(f, x, *args):
    return _to(f(_to(x, jnp.float64), *args), x.dtype)


@named()
def i0(x):
    x, = inexact("i0", x)
    return jnp.exp(jnp.abs(x)) * i0e(x)


@named()
def i1(x):
    x, = inexact("i1", x)
    return jnp.exp(jnp.abs(x)) * i1e(x)


# ---- incomplete gamma functions ----

def _gamma_front(a, x):
    return jnp.exp(a * jnp.log(x) - x - lax.lgamma(a))


def _gamma_low(a, x):
    """The series of the lower one, for x < a + 1."""
    return _gamma_front(a, x) * _series(1 / a, lambda n, t: t * x / (a + n), x)


def _gamma_high(a, x):
    """The continued fraction of the upper one by Lentz's method, for x >= a + 1."""
    b = x + 1 - a
    c = jnp.full_like(b, 1e300)
    d = 1 / b

    @while_loop(lambda n, b, c, d, h, e: jnp.any(jnp.abs(e - 1) > 1e-16) & (n < 2000))
    def step(n, b, c, d, h, e):
        w = -n * (n - a)
        b = b + 2
        d = 1 / _not_zero(w * d + b)
        c = _not_zero(b + w / c)
        return n + 1.0, b, c, d, h * (c * d), c * d
    return _gamma_front(a, x) * step(1.0, b, c, d, d, jnp.zeros_like(b))[4]


def _not_zero(x):
    return jnp.where(jnp.abs(x) < 1e-300, 1e-300, x)


def _gamma_part(a, x, upper):
    a, x = jnp.broadcast_arrays(a, x)
    good = (a > 0) & (x > 0) & jnp.isfinite(x) & jnp.isfinite(a)
    sa, sx = jnp.where(good, a, 1.0), jnp.where(good, x, 1.0)
    far = sx >= sa + 1
    high = _gamma_high(jnp.where(far, sa, 1.0), jnp.where(far, sx, 3.0))
    low = _gamma_low(jnp.where(far, 1.0, sa), jnp.where(far, 1.0, sx))
    r = jnp.where(far, high, 1 - low) if upper else jnp.where(far, 1 - high, low)
    zero, one = (1.0, 0.0) if upper else (0.0, 1.0)
    r = jnp.where(x == 0, zero, jnp.where(x == jnp.inf, one, r))
    return jnp.where((a <= 0) | (x < 0) | jnp.isnan(a) | jnp.isnan(x), jnp.nan, r)


def igamma(a, x):
    a, x = inexact("igamma", a, x)
    return _to(_gamma_part(_to(a, jnp.float64), _to(x, jnp.float64), False), a.dtype)


def igammac(a, x):
    a, x = inexact("igammac", a, x)
    return _to(_gamma_part(_to(a, jnp.float64), _to(x, jnp.float64), True), a.dtype)


# ---- incomplete beta function ----

def _beta_fraction(a, b, x):
    c = jnp.ones_like(x)
    d = 1 / _not_zero(1 - (a + b) * x / (a + 1))

    @while_loop(lambda n, c, d, h, e: jnp.any(jnp.abs(e - 1) > 1e-16) & (n < 2000))
    def step(n, c, d, h, e):
        w = n * (b - n) * x / ((a + 2 * n - 1) * (a + 2 * n))
        d, c = 1 / _not_zero(1 + w * d), _not_zero(1 + w / c)
        h = h * d * c
        w = -(a + n) * (a + b + n) * x / ((a + 2 * n) * (a + 2 * n + 1))
        d, c = 1 / _not_zero(1 + w * d), _not_zero(1 + w / c)
        return n + 1.0, c, d, h * d * c, d * c
    return step(1.0, c, d, d, jnp.zeros_like(x))[3]


def betainc(a, b, x):
    a, b, x = inexact("betainc", a, b, x)
    t = x.dtype
    a, b, x = jnp.broadcast_arrays(_to(a, jnp.float64), _to(b, jnp.float64), _to(x, jnp.float64))
    good = (a > 0) & (b > 0) & (x > 0) & (x < 1)
    sa, sb, sx = jnp.where(good, a, 1.0), jnp.where(good, b, 1.0), jnp.where(good, x, 0.5)
    turned = sx > (sa + 1) / (sa + sb + 2)
    pa, pb, px = jnp.where(turned, sb, sa), jnp.where(turned, sa, sb), jnp.where(turned, 1 - sx, sx)
    front = jnp.exp(lax.lgamma(pa + pb) - lax.lgamma(pa) - lax.lgamma(pb) + pa * jnp.log(px) + pb * jnp.log1p(-px))
    r = front * _beta_fraction(pa, pb, px) / pa
    r = jnp.where(turned, 1 - r, r)
    r = jnp.where(x == 0, 0.0, jnp.where(x == 1, 1.0, r))
    return _to(jnp.where((a <= 0) | (b <= 0) | (x < 0) | (x > 1) | jnp.isnan(x), jnp.nan, r), t)


# ---- zeta and polygamma ----

_bernoulli = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798, -174611 / 330)


def zeta(x, q):
    """Hurwitz's: the first terms, then Euler and Maclaurin's formula."""
    x, q = inexact("zeta", x, q)
    t = x.dtype
    x, q = _to(x, jnp.float64), _to(q, jnp.float64)
    total = 0
    for k in range(12):
        total = total + (q + k) ** -x
    y = q + 12
    total = total + y ** (1 - x) / (x - 1) + 0.5 * y ** -x
    rising, factorial = x, 2.0
    for k, b in enumerate(_bernoulli):
        total = total + b / factorial * rising * y ** -(x + 2 * k + 1)
        rising = rising * (x + 2 * k + 1) * (x + 2 * k + 2)
        factorial = factorial * (2 * k + 3) * (2 * k + 4)
    return _to(jnp.where(x == 1, jnp.inf, jnp.where(x < 1, jnp.nan, total)), t)


def polygamma(n, x):
    n, x = inexact("polygamma", n, x)
    r = jnp.where(n % 2 == 0, -1.0, 1.0) * jnp.exp(lax.lgamma(n + 1)) * zeta(n + 1, x)
    return _to(jnp.where(n == 0, lax.digamma(jnp.broadcast_arrays(x, n)[0]), r), x.dtype)
