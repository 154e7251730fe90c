"""numpy.random: the methods of generators that _distributions draws for."""
import functools as _f
import math as _m
import numpy as _np
import _distributions as _d
from _random_shapes import count as _count, each as _each, shape_of as _shape


def _check(text, good, *params, many=None):
    """Of each parameter: ValueError where not all are good; NaN is not."""
    for p in params:
        if not _np.all(good(_np.asarray(p))):
            raise ValueError(text if many is None or _np.ndim(p) == 0 else many)


def _above(**params):
    for name, p in params.items():
        _check(f"{name} <= 0", lambda x: x > 0, p)


def _not_below(**params):
    for name, p in params.items():
        _check(f"{name} < 0", lambda x: x >= 0, p)


def _chances(n, p):
    text = "is NaN" if _np.ndim(n) == _np.ndim(p) == 0 else "contains NaNs"
    _check(f"p < 0, p > 1 or p {text}", lambda x: (x >= 0) & (x <= 1), p)


def _chances_given(pvals):
    p = _np.asarray(pvals, dtype=float)
    _check("pvals < 0, pvals > 1 or pvals contains NaNs", lambda x: (x >= 0) & (x <= 1), p)
    if p.size and _np.any(_np.sum(p[..., :-1], axis=-1) > 1.0 + 1e-12):
        raise ValueError("sum(pvals[:-1]) > 1.0" if p.ndim == 1 else "sum(pvals[...,:-1]) > 1.0")
    return p


class Kinds:
    """Distributions that both kinds of generators have, made of their own numbers."""

    def _normal(self):
        return self._of("normal", None)

    def _exponential(self):
        return self._of("exponential", None)

    def _drawn(self, f, size, *params, dtype=float):
        return _each(_f.partial(f, self), _shape(size, *params), *params, dtype=dtype)

    def standard_gamma(self, shape, size=None):
        _not_below(shape=shape)
        return self._drawn(_d.standard_gamma, size, shape)

    def gamma(self, shape, scale=1.0, size=None):
        _not_below(shape=shape, scale=scale)
        return self._drawn(lambda of, k, by: by * _d.standard_gamma(of, k), size, shape, scale)

    def beta(self, a, b, size=None):
        _above(a=a, b=b)
        return self._drawn(_d.beta, size, a, b)

    def chisquare(self, df, size=None):
        _above(df=df)
        return self._drawn(_d.chisquare, size, df)

    def f(self, dfnum, dfden, size=None):
        _above(dfnum=dfnum, dfden=dfden)
        return self._drawn(_d.f, size, dfnum, dfden)

    def noncentral_chisquare(self, df, nonc, size=None):
        _above(df=df)
        _not_below(nonc=nonc)
        return self._drawn(_d.noncentral_chisquare, size, df, nonc)

    def noncentral_f(self, dfnum, dfden, nonc, size=None):
        _above(dfnum=dfnum, dfden=dfden)
        _not_below(nonc=nonc)
        return self._drawn(_d.noncentral_f, size, dfnum, dfden, nonc)

    def standard_t(self, df, size=None):
        _above(df=df)
        return self._drawn(_d.standard_t, size, df)

    def wald(self, mean, scale, size=None):
        _above(mean=mean, scale=scale)
        return self._drawn(_d.wald, size, mean, scale)

    def vonmises(self, mu, kappa, size=None):
        _not_below(kappa=kappa)
        return self._drawn(_d.vonmises, size, mu, kappa)

    def power(self, a, size=None):
        _above(a=a)
        return self._drawn(lambda of, a: of._below_one(of._exponential()) ** (1.0 / a), size, a)

    def poisson(self, lam=1.0, size=None):
        _check("lam < 0 or lam is NaN", lambda x: x >= 0, lam, many="lam < 0 or lam contains NaNs")
        _check("lam value too large", lambda x: x <= 9.223372006484771e18, lam)
        return self._drawn(_d.poisson, size, lam, dtype=int)

    def binomial(self, n, p, size=None):
        _not_below(n=n)
        _chances(n, p)
        return self._drawn(lambda of, n, p: _d.binomial(of, int(n), p, of._is_legacy), size, n, p, dtype=int)

    def negative_binomial(self, n, p, size=None):
        _above(n=n)
        self._check_failures(n, p)
        return self._drawn(_d.negative_binomial, size, n, p, dtype=int)

    def geometric(self, p, size=None):
        _check("p <= 0, p > 1 or p contains NaNs", lambda x: (x > 0) & (x <= 1), p)
        return self._drawn(_d.geometric, size, p, dtype=int)

    def logseries(self, p, size=None):
        _check("p < 0, p >= 1 or p is NaN", lambda x: (x >= 0) & (x < 1), p, many="p < 0, p >= 1 or p contains NaNs")
        return self._drawn(_d.logseries, size, p, dtype=int)

    def zipf(self, a, size=None):
        _check("a <= 1 or a is NaN", lambda x: x > 1, a, many="a <= 1 or a contains NaNs")
        return self._drawn(_d.zipf, size, a, dtype=int)

    def _dirichlet(self, alpha, size, draw):
        alpha = _np.asarray(alpha, dtype=float)
        if alpha.ndim > 1:
            raise ValueError("object too deep for desired array")
        shape = _shape(size) or ()
        rows = [draw(alpha.tolist()) for i in range(_count(shape))]
        return _np.array(rows, dtype=float).reshape(shape + alpha.shape)

    def _parts(self, alpha):
        drawn = [_d.standard_gamma(self, a) for a in alpha]
        total = 0.0
        for x in drawn:
            total += x
        return [x * (1 / total) for x in drawn] if total else drawn


class LegacyKinds(Kinds):
    """As the legacy generator has them."""
    _is_legacy = True

    def _below_one(self, x):
        return 1 - _m.exp(-x)

    def _long_geometric(self, p):
        return int(_m.ceil(_m.log1p(-self._stream.random()) / _m.log(1.0 - p)))

    def _check_failures(self, n, p):
        _chances(n, p)
        if _np.any(_np.asarray(p) == 0):
            raise NotImplementedError("numpy.random.negative_binomial of p = 0 is not offered here; its numbers have no end")

    def dirichlet(self, alpha, size=None):
        _check("alpha <= 0", lambda x: x > 0, alpha)
        return self._dirichlet(alpha, size, self._parts)

    def multinomial(self, n, pvals, size=None):
        if _np.ndim(n):
            raise TypeError("an integer is required")
        if _np.ndim(pvals) > 1:
            raise ValueError("object too deep for desired array")
        p, shape = _chances_given(pvals), _shape(size) or ()
        _not_below(n=n)
        rows = [_d.multinomial(self, int(n), p.tolist()) if p.size else [] for i in range(_count(shape))]
        return _np.array(rows, dtype=int).reshape(shape + p.shape)


class NewKinds(Kinds):
    """As the newer interface has them."""
    _is_legacy = False

    def _below_one(self, x):
        return -_m.expm1(-x)

    def _long_geometric(self, p):
        return int(_m.ceil(-self._exponential() / _m.log1p(-p)))

    def _check_failures(self, n, p):
        _check("p <= 0, p > 1 or p contains NaNs", lambda x: (x > 0) & (x <= 1), p)

    def dirichlet(self, alpha, size=None):
        _check("alpha < 0", lambda x: x >= 0, alpha)
        small = _np.size(alpha) and 0 < float(_np.max(_np.asarray(alpha))) < 0.1
        return self._dirichlet(alpha, size, self._broken if small else self._parts)

    def _broken(self, alpha):
        """Of a stick that is broken again and again, which does not lose small parts."""
        r, rest, sums = [], 1.0, [0.0]
        for a in reversed(alpha):
            sums.append(sums[-1] + a)
        for i, a in enumerate(alpha[:-1]):
            v = _d.beta(self, a, sums[len(alpha) - 1 - i])
            r.append(rest * v)
            rest *= 1.0 - v
        return r + [rest]

    def multinomial(self, n, pvals, size=None):
        p, n = _chances_given(pvals), _np.asarray(n).astype(int)
        if not p.ndim or not p.shape[-1]:
            raise ValueError("pvals must have at least 1 dimension and the last dimension of pvals must be greater than 0.")
        _not_below(n=n)
        shape = _np.broadcast_shapes(n.shape, p.shape[:-1]) if size is None else _shape(size)
        things = _np.broadcast_to(n, shape).reshape(-1).tolist()
        rows = _np.broadcast_to(p, shape + p.shape[-1:]).reshape((-1, p.shape[-1])).tolist()
        r = [_d.multinomial(self, k, row) for k, row in zip(things, rows)]
        return _np.array(r, dtype=int).reshape(shape + p.shape[-1:])
