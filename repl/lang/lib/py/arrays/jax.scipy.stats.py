"""jax.scipy.stats: densities, distribution functions, and a few statistics."""
import math as _math
import jax.numpy as _jnp
from jax import lax as _lax
from jax.scipy import special as _special
from _numeric import inexact as _inexact, promoted as _promoted


class _Distribution:
    """Functions of one name each, as jax has a module for."""
    def __init__(self, name, **functions):
        self.__name__ = "jax.scipy.stats." + name
        for key, f in functions.items():
            setattr(self, key, f)


def _exp(f):
    def g(*args, **kwargs):
        return _jnp.exp(f(*args, **kwargs))
    return g


def _outside(inside, x, value=-_jnp.inf):
    return _jnp.where(inside, x, value)


def _norm_logpdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("norm.logpdf", x, loc, scale)
    square = _jnp.square(scale)
    return (_jnp.log(2 * _math.pi * square) + _jnp.square(x - loc) / square) / -2


def _norm_cdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("norm.cdf", x, loc, scale)
    return _special.ndtr((x - loc) / scale)


def _norm_logcdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("norm.logcdf", x, loc, scale)
    return _special.log_ndtr((x - loc) / scale)


def _norm_ppf(q, loc=0, scale=1):
    q, loc, scale = _inexact("norm.ppf", q, loc, scale)
    return _special.ndtri(q) * scale + loc


def _norm_sf(x, loc=0, scale=1):
    x, loc, scale = _inexact("norm.sf", x, loc, scale)
    return _norm_cdf(-x, -loc, scale)


def _norm_logsf(x, loc=0, scale=1):
    x, loc, scale = _inexact("norm.logsf", x, loc, scale)
    return _norm_logcdf(-x, -loc, scale)


norm = _Distribution("norm", logpdf=_norm_logpdf, pdf=_exp(_norm_logpdf), cdf=_norm_cdf, logcdf=_norm_logcdf,
                     ppf=_norm_ppf, sf=_norm_sf, logsf=_norm_logsf, isf=lambda q, loc=0, scale=1:
                     _norm_ppf(1 - _jnp.asarray(q), loc, scale))


def _uniform_logpdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("uniform.logpdf", x, loc, scale)
    return _outside((x >= loc) & (x <= loc + scale), -_jnp.log(scale))


uniform = _Distribution("uniform", logpdf=_uniform_logpdf, pdf=_exp(_uniform_logpdf))


def _expon_logpdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("expon.logpdf", x, loc, scale)
    return _outside(x >= loc, -_jnp.log(scale) - (x - loc) / scale)


expon = _Distribution("expon", logpdf=_expon_logpdf, pdf=_exp(_expon_logpdf))


def _gamma_logpdf(x, a, loc=0, scale=1):
    x, a, loc, scale = _inexact("gamma.logpdf", x, a, loc, scale)
    y = (x - loc) / scale
    good = x >= loc
    y = _jnp.where(good, y, 1)
    return _outside(good, _special.xlogy(a - 1, y) - y - _lax.lgamma(_jnp.broadcast_arrays(a, y)[0]) - _jnp.log(scale))


def _gamma_cdf(x, a, loc=0, scale=1):
    x, a, loc, scale = _inexact("gamma.cdf", x, a, loc, scale)
    return _special.gammainc(a, _jnp.clip((x - loc) / scale, 0, None))


gamma = _Distribution("gamma", logpdf=_gamma_logpdf, pdf=_exp(_gamma_logpdf), cdf=_gamma_cdf)


def _chi2_logpdf(x, df, loc=0, scale=1):
    x, df, loc, scale = _inexact("chi2.logpdf", x, df, loc, scale)
    return _gamma_logpdf(x, df / 2, loc, 2 * scale)


def _chi2_cdf(x, df, loc=0, scale=1):
    x, df, loc, scale = _inexact("chi2.cdf", x, df, loc, scale)
    return _gamma_cdf(x, df / 2, loc, 2 * scale)


chi2 = _Distribution("chi2", logpdf=_chi2_logpdf, pdf=_exp(_chi2_logpdf), cdf=_chi2_cdf)


def _beta_logpdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _inexact("beta.logpdf", x, a, b, loc, scale)
    y = (x - loc) / scale
    r = _special.xlogy(a - 1, y) + _special.xlog1py(b - 1, -y) - _special.betaln(a, b) - _jnp.log(scale)
    return _outside((x >= loc) & (x <= loc + scale), r)


def _beta_cdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _inexact("beta.cdf", x, a, b, loc, scale)
    return _special.betainc(a, b, _jnp.clip((x - loc) / scale, 0, 1))


beta = _Distribution("beta", logpdf=_beta_logpdf, pdf=_exp(_beta_logpdf), cdf=_beta_cdf)


def _t_logpdf(x, df, loc=0, scale=1):
    x, df, loc, scale = _inexact("t.logpdf", x, df, loc, scale)
    y = (x - loc) / scale
    half = (df + 1) / 2
    front = _jnp.log(scale) + 0.5 * _jnp.log(df * _math.pi) + _special.gammaln(df / 2) - _special.gammaln(half)
    return -(front + half * _jnp.log1p(y * y / df))


t = _Distribution("t", logpdf=_t_logpdf, pdf=_exp(_t_logpdf))


def _cauchy_logpdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("cauchy.logpdf", x, loc, scale)
    return -(_jnp.log(scale * _math.pi) + _jnp.log1p(_jnp.square((x - loc) / scale)))


def _cauchy_cdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("cauchy.cdf", x, loc, scale)
    return _jnp.arctan2(x - loc, scale) / _math.pi + 0.5


cauchy = _Distribution("cauchy", logpdf=_cauchy_logpdf, pdf=_exp(_cauchy_logpdf), cdf=_cauchy_cdf)


def _laplace_logpdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("laplace.logpdf", x, loc, scale)
    return -_jnp.log(2 * scale) - _jnp.abs(x - loc) / scale


def _laplace_cdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("laplace.cdf", x, loc, scale)
    d = (x - loc) / scale
    return _jnp.where(d <= 0, 0.5 * _jnp.exp(d), 1 - 0.5 * _jnp.exp(-d))


laplace = _Distribution("laplace", logpdf=_laplace_logpdf, pdf=_exp(_laplace_logpdf), cdf=_laplace_cdf)


def _logistic_logpdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("logistic.logpdf", x, loc, scale)
    half = (x - loc) / scale / 2
    return -2 * _jnp.logaddexp(half, -half) - _jnp.log(scale)


def _logistic_cdf(x, loc=0, scale=1):
    x, loc, scale = _inexact("logistic.cdf", x, loc, scale)
    return _special.expit((x - loc) / scale)


def _logistic_ppf(x, loc=0, scale=1):
    x, loc, scale = _inexact("logistic.ppf", x, loc, scale)
    return _special.logit(x) * scale + loc


logistic = _Distribution("logistic", logpdf=_logistic_logpdf, pdf=_exp(_logistic_logpdf), cdf=_logistic_cdf,
                         ppf=_logistic_ppf)


def _pareto_logpdf(x, b, loc=0, scale=1):
    x, b, loc, scale = _inexact("pareto.logpdf", x, b, loc, scale)
    y = (x - loc) / scale
    return _outside(x >= loc + scale, _jnp.log(b / scale) - (b + 1) * _jnp.log(y))


pareto = _Distribution("pareto", logpdf=_pareto_logpdf, pdf=_exp(_pareto_logpdf))


def _gennorm_logpdf(x, p):
    x, p = _inexact("gennorm.logpdf", x, p)
    return _jnp.log(0.5 * p) - _special.gammaln(1 / p) - _jnp.abs(x) ** p


def _gennorm_cdf(x, p):
    x, p = _inexact("gennorm.cdf", x, p)
    return 0.5 * (1 + _jnp.sign(x) * _special.gammainc(1 / p, _jnp.abs(x) ** p))


gennorm = _Distribution("gennorm", logpdf=_gennorm_logpdf, pdf=_exp(_gennorm_logpdf), cdf=_gennorm_cdf)


def _vonmises_logpdf(x, kappa):
    x, kappa = _inexact("vonmises.logpdf", x, kappa)
    r = kappa * (_jnp.cos(x) - 1) - _jnp.log(2 * _math.pi * _special.i0e(kappa))
    return _outside(kappa > 0, r, _jnp.nan)


vonmises = _Distribution("vonmises", logpdf=_vonmises_logpdf, pdf=_exp(_vonmises_logpdf))


def _wrapcauchy_logpdf(x, c):
    x, c = _inexact("wrapcauchy.logpdf", x, c)
    r = _jnp.log(1 - c * c) - _math.log(2 * _math.pi) - _jnp.log(1 + c * c - 2 * c * _jnp.cos(x))
    return _outside((c > 0) & (c < 1), _outside((x >= 0) & (x <= 2 * _math.pi), r), _jnp.nan)


wrapcauchy = _Distribution("wrapcauchy", logpdf=_wrapcauchy_logpdf, pdf=_exp(_wrapcauchy_logpdf))


# ---- the part of a normal distribution between a and b ----

def _log_difference(x, y):
    both = _jnp.array([x, y])
    return _special.logsumexp(both, b=_jnp.array([_jnp.ones_like(x), -_jnp.ones_like(y)]), axis=0)


def _log_mass(a, b):
    """Of the interval; in the left half, where logarithms of the distribution function are accurate."""
    a, b = _jnp.broadcast_arrays(a, b)
    left = _log_difference(_special.log_ndtr(b), _special.log_ndtr(a))
    right = _log_difference(_special.log_ndtr(-a), _special.log_ndtr(-b))
    around = _jnp.log1p(-_special.ndtr(a) - _special.ndtr(-b))
    return _jnp.select([b <= 0, a > 0, ~((b <= 0) | (a > 0))], [left, right, around])


def _truncnorm_logpdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _inexact("truncnorm.logpdf", x, a, b, loc, scale)
    y = (x - loc) / scale
    r = _outside(~((y < a) | (y > b)), _norm_logpdf(x, loc, scale) - _log_mass(a, b))
    return _outside(~(a >= b), r, _jnp.nan)


def _truncnorm_logcdf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _inexact("truncnorm.logcdf", x, a, b, loc, scale)
    x, a, b = _jnp.broadcast_arrays(x, a, b)
    x = (x - loc) / scale
    below, above = _log_mass(a, x) - _log_mass(a, b), _log_mass(x, b) - _log_mass(a, b)
    r = _jnp.select([x >= b, x <= a, below > -0.1, x > a], [0, -_jnp.inf, _jnp.log1p(-_jnp.exp(above)), below])
    return _outside(~(a >= b), r, _jnp.nan)


def _truncnorm_logsf(x, a, b, loc=0, scale=1):
    x, a, b, loc, scale = _inexact("truncnorm.logsf", x, a, b, loc, scale)
    return _truncnorm_logcdf(-x, -b, -a, -loc, scale)


truncnorm = _Distribution("truncnorm", logpdf=_truncnorm_logpdf, pdf=_exp(_truncnorm_logpdf), logcdf=_truncnorm_logcdf,
                          cdf=_exp(_truncnorm_logcdf), logsf=_truncnorm_logsf, sf=_exp(_truncnorm_logsf))


# ---- of whole numbers ----

def _bernoulli_logpmf(k, p, loc=0):
    k, p, loc = _inexact("bernoulli.logpmf", k, p, loc)
    x = k - loc
    r = _special.xlogy(x, p) + _special.xlog1py(1 - x, -p)
    return _outside((x == 0) | (x == 1), r)


bernoulli = _Distribution("bernoulli", logpmf=_bernoulli_logpmf, pmf=_exp(_bernoulli_logpmf))


def _binom_logpmf(k, n, p, loc=0):
    k, n, p, loc = _inexact("binom.logpmf", k, n, p, loc)
    y = k - loc
    r = _special.gammaln(n + 1) - _special.gammaln(y + 1) - _special.gammaln(n - y + 1)
    r = r + _special.xlogy(y, p) + _special.xlog1py(n - y, -p)
    return _outside((k >= loc) & (k < loc + n + 1), r)


binom = _Distribution("binom", logpmf=_binom_logpmf, pmf=_exp(_binom_logpmf))


def _poisson_logpmf(k, mu, loc=0):
    k, mu, loc = _inexact("poisson.logpmf", k, mu, loc)
    x = k - loc
    return _outside((x >= 0) & (_jnp.round(k) == k), _special.xlogy(x, mu) - _special.gammaln(x + 1) - mu)


def _poisson_cdf(k, mu, loc=0):
    k, mu, loc = _inexact("poisson.cdf", k, mu, loc)
    x = k - loc
    return _jnp.where(x < 0, 0, _special.gammaincc(_jnp.floor(1 + x), mu))


poisson = _Distribution("poisson", logpmf=_poisson_logpmf, pmf=_exp(_poisson_logpmf), cdf=_poisson_cdf)


def _geom_logpmf(k, p, loc=0):
    k, p, loc = _inexact("geom.logpmf", k, p, loc)
    x = k - loc
    return _outside(x > 0, _special.xlog1py(x - 1, -p) + _jnp.log(p))


geom = _Distribution("geom", logpmf=_geom_logpmf, pmf=_exp(_geom_logpmf))


def _nbinom_logpmf(k, n, p, loc=0):
    k, n, p, loc = _inexact("nbinom.logpmf", k, n, p, loc)
    y = k - loc
    r = _special.gammaln(y + n) - _special.gammaln(n) - _special.gammaln(y + 1)
    return _outside(~(k < loc), r + (_special.xlogy(n, p) + _special.xlogy(y, 1 - p)))


nbinom = _Distribution("nbinom", logpmf=_nbinom_logpmf, pmf=_exp(_nbinom_logpmf))


def _betabinom_logpmf(k, n, a, b, loc=0):
    k, n, a, b, loc = _inexact("betabinom.logpmf", k, n, a, b, loc)
    y = _jnp.floor(k) - loc
    ways = -(_jnp.log1p(n) + _special.betaln(n - y + 1, y + 1))
    r = ways + (_special.betaln(y + a, n - y + b) - _special.betaln(a, b))
    r = _outside(~((y < -loc) | (y > n - loc)), r)
    return _outside(~((n < 1) | (a < 0) | (b < 0)), r, _jnp.nan)


betabinom = _Distribution("betabinom", logpmf=_betabinom_logpmf, pmf=_exp(_betabinom_logpmf))


def _multinomial_logpmf(x, n, p):
    p, = _inexact("multinomial.logpmf", p)
    x, n = _promoted("multinomial.logpmf", x, n)
    if not _jnp.issubdtype(x.dtype, _jnp.integer):
        raise ValueError(f"x and n must be of integer type; got x.dtype={x.dtype}, n.dtype={n.dtype}")
    x, n = x.astype(p.dtype), n.astype(p.dtype)
    r = _special.gammaln(n + 1) + _jnp.sum(_special.xlogy(x, p) - _special.gammaln(x + 1), axis=-1)
    return _outside(_jnp.equal(_jnp.sum(x), n), r)


multinomial = _Distribution("multinomial", logpmf=_multinomial_logpmf, pmf=_exp(_multinomial_logpmf))


# ---- of vectors ----

def _multivariate_normal_logpdf(x, mean, cov, allow_singular=None):
    if allow_singular is not None:
        raise NotImplementedError("allow_singular argument of multivariate_normal.logpdf")
    x, mean, cov = _inexact("multivariate_normal.logpdf", x, mean, cov)
    if mean.ndim == 0:
        return _norm_logpdf(x, mean, _jnp.sqrt(cov))
    n = mean.shape[-1]
    if cov.ndim == 0:
        cov = cov * _jnp.eye(n, dtype=cov.dtype)
    root = _lax.linalg.cholesky(cov)
    d = x - mean
    flat = d.reshape((-1, n))
    y = _lax.linalg.triangular_solve(root, flat.T, left_side=True, lower=True)
    squares = _jnp.sum(y * y, axis=0).reshape(d.shape[:-1])
    return -0.5 * squares - n / 2 * _math.log(2 * _math.pi) - _jnp.log(_jnp.diagonal(root)).sum()


multivariate_normal = _Distribution("multivariate_normal", logpdf=_multivariate_normal_logpdf,
                                    pdf=_exp(_multivariate_normal_logpdf))


def _dirichlet_logpdf(x, alpha):
    x, alpha = _inexact("dirichlet.logpdf", x, alpha)
    front = _special.gammaln(_jnp.sum(alpha)) - _jnp.sum(_special.gammaln(alpha))
    return front + _jnp.sum(_special.xlogy(alpha - 1, x.T).T if x.ndim == 1 else
                           _special.xlogy((alpha - 1)[:, None], x), axis=0)


dirichlet = _Distribution("dirichlet", logpdf=_dirichlet_logpdf, pdf=_exp(_dirichlet_logpdf))


# ---- statistics ----

def rankdata(a, method="average", *, axis=None, nan_policy="propagate"):
    a = _jnp.asarray(a)
    if method not in ("average", "min", "max", "dense", "ordinal"):
        raise ValueError(f"unknown method '{method}'")
    if axis is not None and a.ndim != 1:
        raise NotImplementedError("rankdata along an axis is not offered here; use it on one axis")
    a = _jnp.ravel(a)
    order = _jnp.argsort(a)
    place = _jnp.argsort(order)
    if method == "ordinal":
        return place + 1
    x = a[order]
    new = _jnp.concatenate([_jnp.ones(1, dtype=bool), x[1:] != x[:-1]])
    dense = _jnp.cumsum(new)[place]
    if method == "dense":
        return dense
    low = _jnp.sum(a[None, :] < a[:, None], axis=1)
    high = _jnp.sum(a[None, :] <= a[:, None], axis=1)
    if method == "max":
        return high
    return low + 1 if method == "min" else 0.5 * (low + high + 1)
