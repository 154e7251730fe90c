"""Distributions that numpy.random draws one number after the other: from generators that have `_stream.random()`, `_normal()` and
`_exponential()`. Sources: Marsaglia and Tsang, "A simple method for generating gamma variables" (2000); Jöhnk (1964) for beta;
Hörmann, "The transformed rejection method for generating Poisson random variables" (1993); Kachitvichyanukul and Schmeiser,
"Binomial random variate generation" (1988); Best and Fisher (1979) for angles; Michael, Schucany and Haas (1976) for wald."""
import math as _m


def _log(x):
    return _m.log(x) if x > 0 else float("-inf")


# ---- numbers of a continuum ----

def standard_gamma(of, shape):
    if shape == 1.0:
        return of._exponential()
    if shape == 0.0:
        return 0.0
    if shape < 1.0:
        while True:
            u, v = of._stream.random(), of._exponential()
            if u <= 1.0 - shape:
                x = u ** (1.0 / shape)
                if x <= v:
                    return x
            else:
                y = -_m.log((1.0 - u) / shape)
                x = (1.0 - shape + shape * y) ** (1.0 / shape)
                if x <= v + y:
                    return x
    b = shape - 1.0 / 3.0
    c = 1.0 / _m.sqrt(9.0 * b)
    while True:
        x = of._normal()
        v = 1.0 + c * x
        while v <= 0.0:
            x = of._normal()
            v = 1.0 + c * x
        v = v * v * v
        u = of._stream.random()
        if u < 1.0 - 0.0331 * (x * x) * (x * x) or _log(u) < 0.5 * x * x + b * (1.0 - v + _m.log(v)):
            return b * v


def beta(of, a, b):
    if a > 1.0 or b > 1.0:
        x = standard_gamma(of, a)
        return x / (x + standard_gamma(of, b))
    while True:
        u, v = of._stream.random(), of._stream.random()
        x, y = u ** (1.0 / a), v ** (1.0 / b)
        if x + y <= 1.0 and u + v > 0.0:
            if x + y > 0:
                return x / (x + y)
            x, y = _log(u) / a, _log(v) / b
            most = max(x, y)
            x, y = x - most, y - most
            return _m.exp(x - _m.log(_m.exp(x) + _m.exp(y)))


def chisquare(of, df):
    return 2.0 * standard_gamma(of, df / 2.0)


def f(of, dfnum, dfden):
    x = chisquare(of, dfnum) * dfden
    return x / (chisquare(of, dfden) * dfnum)


def noncentral_chisquare(of, df, nonc):
    if nonc == 0:
        return chisquare(of, df)
    if df > 1:
        x = chisquare(of, df - 1)
        n = of._normal() + _m.sqrt(nonc)
        return x + n * n
    return chisquare(of, df + 2 * poisson(of, nonc / 2.0))


def noncentral_f(of, dfnum, dfden, nonc):
    x = noncentral_chisquare(of, dfnum, nonc) * dfden
    return x / (chisquare(of, dfden) * dfnum)


def standard_t(of, df):
    x = of._normal()
    return _m.sqrt(df / 2) * x / _m.sqrt(standard_gamma(of, df / 2))


def wald(of, mean, scale):
    part = mean / (2 * scale)
    y = of._normal()
    y = mean * y * y
    x = mean + part * (y - _m.sqrt(4 * scale * y + y * y))
    return x if of._stream.random() <= mean / (mean + x) else mean * mean / x


def vonmises(of, mu, kappa):
    if kappa < 1e-8:
        return _m.pi * (2 * of._stream.random() - 1)
    if kappa > 1e6 and not of._is_legacy:
        angle = mu + _m.sqrt(1.0 / kappa) * of._normal()
        return angle + 2 * _m.pi if angle < -_m.pi else angle - 2 * _m.pi if angle > _m.pi else angle
    if kappa < 1e-5:
        s = 1.0 / kappa + kappa
    else:
        r = 1 + _m.sqrt(1 + 4 * kappa * kappa)
        rho = (r - _m.sqrt(2 * r)) / (2 * kappa)
        s = (1 + rho * rho) / (2 * rho)
    while True:
        z = _m.cos(_m.pi * of._stream.random())
        w = (1 + s * z) / (s + z)
        y = kappa * (s - w)
        v = of._stream.random()
        if y * (2 - y) - v >= 0 or (v > 0 and _log(y / v) + 1 - y >= 0):
            break
    angle = _m.acos(w)
    if of._stream.random() < 0.5:
        angle = -angle
    angle += mu
    there = _m.fmod(abs(angle) + _m.pi, 2 * _m.pi) - _m.pi
    return -there if angle < 0 else there


# ---- whole numbers ----

_STIRLING = (8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04,
             8.417508417508418e-04, -1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02,
             1.796443723688307e-01, -1.39243221690590e+00)


def _log_gamma(x):
    if x == 1.0 or x == 2.0:
        return 0.0
    n = int(7 - x) if x < 7.0 else 0
    at = x + n
    square, r = (1.0 / at) * (1.0 / at), 0.0
    for c in reversed(_STIRLING):
        r = r * square + c
    r = r / at + 0.5 * 1.8378770664093453 + (at - 0.5) * _m.log(at) - at
    for k in range(n):
        r -= _m.log(at - 1.0)
        at -= 1.0
    return r


def poisson(of, lam):
    if lam >= 10:
        return _poisson_by_rejection(of, lam)
    if lam == 0:
        return 0
    least, x, product = _m.exp(-lam), 0, of._stream.random()
    while product > least:
        x += 1
        product *= of._stream.random()
    return x


def _poisson_by_rejection(of, lam):
    log_lam = _m.log(lam)
    b = 0.931 + 2.53 * _m.sqrt(lam)
    a = -0.059 + 0.02483 * b
    inverse_alpha, v_r = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
    while True:
        u = of._stream.random() - 0.5
        v = of._stream.random()
        us = 0.5 - abs(u)
        if us == 0:
            continue
        k = _m.floor((2 * a / us + b) * u + lam + 0.43)
        if us >= 0.07 and v <= v_r:
            return k
        if k < 0 or us < 0.013 and v > us:
            continue
        if _log(v) + _m.log(inverse_alpha) - _m.log(a / (us * us) + b) <= -lam + k * log_lam - _log_gamma(k + 1):
            return k


def binomial(of, n, p, always=False):
    """Always: a number is drawn where there is nothing to decide, too."""
    if (n == 0 or p == 0.0) and not always:
        return 0
    less = p if p <= 0.5 else 1.0 - p
    x = (_binomial_by_inversion if less * n <= 30.0 else _binomial_by_rejection)(of, n, less)
    return x if p <= 0.5 else n - x


def _binomial_by_inversion(of, n, p):
    q = 1.0 - p
    first, mean = _m.exp(n * _m.log(q)), n * p
    bound = int(min(n, mean + 10.0 * _m.sqrt(mean * q + 1)))
    x, px, u = 0, first, of._stream.random()
    while u > px:
        x += 1
        if x > bound:
            x, px, u = 0, first, of._stream.random()
        else:
            u -= px
            px = ((n - x + 1) * p * px) / (x * q)
    return x


def _binomial_by_rejection(of, n, r):
    """BTPE: a triangle, a parallelogram and two tails that cover it."""
    q = 1.0 - r
    m = int(_m.floor(n * r + r))
    spread = n * r * q
    p1 = _m.floor(2.195 * _m.sqrt(spread) - 4.6 * q) + 0.5
    xm = m + 0.5
    xl, xr = xm - p1, xm + p1
    c = 0.134 + 20.5 / (15.3 + m)
    a = (n * r + r - xl) / (n * r + r - xl * r)
    left = a * (1.0 + a / 2.0)
    a = (xr - (n * r + r)) / (xr * q)
    right = a * (1.0 + a / 2.0)
    p2 = p1 * (1.0 + 2.0 * c)
    p3 = p2 + c / left
    p4 = p3 + c / right
    while True:
        u, v = of._stream.random() * p4, of._stream.random()
        if u <= p1:
            return int(_m.floor(xm - p1 * v + u))
        if u <= p2:
            x = xl + (u - p1) / c
            v = v * c + 1.0 - abs(m - x + 0.5) / p1
            if v > 1.0:
                continue
            y = int(_m.floor(x))
        elif v == 0.0:
            continue
        elif u <= p3:
            y = int(_m.floor(xl + _m.log(v) / left))
            v = v * (u - p2) * left
            if y < 0:
                continue
        else:
            y = int(_m.floor(xr - _m.log(v) / right))
            v = v * (u - p3) * right
            if y > n:
                continue
        if _below_binomial(v, y, m, n, r, q, spread, xm):
            return y


def _below_binomial(v, y, m, n, r, q, spread, xm):
    """Is v at most the chance of y, that of m being 1?"""
    k = abs(y - m)
    if k <= 20 or k >= spread / 2.0 - 1:
        s = r / q
        a = s * (n + 1)
        chance = 1.0
        for i in range(min(m, y) + 1, max(m, y) + 1):
            chance = chance * (a / i - s) if m < y else chance / (a / i - s)
        return v <= chance
    rho = (k / spread) * ((k * (k / 3.0 + 0.625) + 0.16666666666666666) / spread + 0.5)
    t, log_v = -k * k / (2 * spread), _log(v)
    if log_v < t - rho:
        return True
    if log_v > t + rho:
        return False
    x1, f1, z, w = y + 1, m + 1, n + 1 - m, n - y + 1
    most = xm * _m.log(f1 / x1) + (n - m + 0.5) * _m.log(z / w) + (y - m) * _m.log(w * r / (x1 * q))
    for x in (f1, z, x1, w):
        square = float(x) * x
        most += (13680.0 - (462.0 - (132.0 - (99.0 - 140.0 / square) / square) / square) / square) / x / 166320.0
    return log_v <= most


def negative_binomial(of, n, p):
    return poisson(of, (1 - p) / p * standard_gamma(of, n))


def geometric(of, p):
    if p < 0.333333333333333333333333:
        return of._long_geometric(p)
    x, sum, product, q, u = 1, p, p, 1.0 - p, of._stream.random()
    while u > sum:
        product *= q
        sum += product
        x += 1
    return x


def logseries(of, p):
    r = _m.log1p(-p)
    while True:
        v = of._stream.random()
        if v >= p:
            return 1
        u = of._stream.random()
        q = -_m.expm1(r * u)
        if v <= q * q:
            if v == 0.0:
                continue
            x = int(_m.floor(1 + _m.log(v) / _log(q)))
            if x >= 1:
                return x
            continue
        return 1 if v >= q else 2


def zipf(of, a):
    less = a - 1.0
    b = 2.0 ** less
    while True:
        u, v = 1.0 - of._stream.random(), of._stream.random()
        x = _m.floor(u ** (-1.0 / less))
        if x > 2 ** 63 - 1 or x < 1:
            continue
        t = (1.0 + 1.0 / x) ** less
        if v * x * (t - 1.0) / (b - 1.0) <= t / b:
            return int(x)


def multinomial(of, n, chances):
    """How many of n things fall to each; one binomial after the other."""
    r, rest = [0] * len(chances), 1.0
    for i, p in enumerate(chances[:-1]):
        r[i] = binomial(of, n, p / rest)
        n -= r[i]
        if n <= 0:
            return r
        rest -= p
    r[-1] = n
    return r
