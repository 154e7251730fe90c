"""Figures of data. Sums are exact: floats become fractions on the way."""
import math
from bisect import bisect_left, bisect_right
from fractions import Fraction


class StatisticsError(ValueError):
    pass


def _exact(x):
    if isinstance(x, (int, Fraction)):
        return x
    if isinstance(x, float):
        return Fraction(*x.as_integer_ratio()) if math.isfinite(x) else x
    if hasattr(x, "as_integer_ratio"):
        return Fraction(*x.as_integer_ratio())
    raise TypeError(f"can't convert type '{type(x).__name__}' to numerator/denominator")


def _kind(data):
    """The type of what is computed: the widest of those of data."""
    kinds = {type(x) for x in data} - {bool}
    for kind in kinds:
        if kind not in (int, float, Fraction):
            return kind
    return float if float in kinds else Fraction if Fraction in kinds else int


def _as(value, kind):
    if isinstance(value, float) or kind is Fraction:
        return value
    if kind is int:
        value = Fraction(value)
        return value.numerator if value.denominator == 1 else value.numerator / value.denominator
    if kind is float:
        value = Fraction(value)
        return value.numerator / value.denominator
    value = Fraction(value)
    return kind(value.numerator) / kind(value.denominator)


def _total(data):
    total, odd = Fraction(0), None
    for x in data:
        x = _exact(x)
        if isinstance(x, float):
            odd = x if odd is None else odd + x
        else:
            total += x
    return total if odd is None else odd


def _data(data, text):
    data = list(data)
    if not data:
        raise StatisticsError(text)
    return data


def mean(data):
    data = _data(data, "mean requires at least one data point")
    return _as(_total(data) / len(data), _kind(data))


def fmean(data, weights=None):
    data = [float(x) for x in data]
    if not data:
        raise StatisticsError("fmean requires at least one data point")
    if weights is None:
        return math.fsum(data) / len(data)
    weights = [float(w) for w in weights]
    if len(weights) != len(data):
        raise StatisticsError("data and weights must be the same length")
    if math.fsum(weights) == 0:
        raise StatisticsError("sum of weights must be non-zero")
    return math.fsum([x * w for x, w in zip(data, weights)]) / math.fsum(weights)


def geometric_mean(data):
    data = list(data)
    if not data:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers")
    try:
        return math.exp(fmean([math.log(x) for x in data]))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    data = _data(data, "harmonic_mean requires at least one data point")
    if weights is None:
        weights = [1] * len(data)
    weights = list(weights)
    if len(weights) != len(data):
        raise StatisticsError("Number of weights does not match data size")
    if any(x < 0 for x in data):
        raise StatisticsError("harmonic mean does not support negative values")
    if 0 in data:
        return 0
    parts = [w / x if w else 0 for w, x in zip(weights, data)]
    return _as(Fraction(_total(weights)) / Fraction(_total(parts)), _kind(parts))


def median(data):
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[(len(data) - 1) // 2]


def median_high(data):
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1.0):
    data = sorted(data)
    n = len(data)
    if not n:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    i = bisect_left(data, x)
    j = bisect_right(data, x, lo=i)
    low = float(x) - float(interval) / 2.0
    return low + float(interval) * (n / 2 - i) / (j - i)


def _counts(data):
    counts = {}
    for x in data:
        counts[x] = counts.get(x, 0) + 1
    return counts


def mode(data):
    counts = _counts(data)
    if not counts:
        raise StatisticsError("no mode for empty data")
    return max(counts, key=counts.get)


def multimode(data):
    counts = _counts(data)
    most = max(counts.values(), default=0)
    return [x for x, n in counts.items() if n == most]


def _squares(data, center=None):
    """The sum of the squares of what data differs from its mean, or from center."""
    n = len(data)
    exact = [_exact(x) for x in data]
    if any(isinstance(x, float) for x in exact):
        return math.nan
    if center is None:
        center = Fraction(_total(data)) / n
    else:
        center = _exact(center)
    return _total([(x - center) ** 2 for x in exact])


def pvariance(data, mu=None):
    data = _data(data, "pvariance requires at least one data point")
    return _as(_squares(data, mu) / len(data), _kind(data))


def variance(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("variance requires at least two data points")
    return _as(_squares(data, xbar) / (len(data) - 1), _kind(data))


def _root(x):
    """The float nearest to the square root of a fraction."""
    if isinstance(x, float):
        return math.sqrt(x)
    x = Fraction(x)
    if not x:
        return 0.0
    n, d = x.numerator, x.denominator
    shift = (n.bit_length() - d.bit_length() - 109) // 2
    if shift >= 0:
        d <<= 2 * shift
    else:
        n <<= -2 * shift
    root = math.isqrt(n // d)
    root |= root * root * d != n
    return root * 2 ** shift if shift >= 0 else root / (1 << -shift)


def pstdev(data, mu=None):
    data = _data(data, "pstdev requires at least one data point")
    return _root(_squares(data, mu) / len(data))


def stdev(data, xbar=None):
    data = list(data)
    if len(data) < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _root(_squares(data, xbar) / (len(data) - 1))


def quantiles(data, *, n=4, method="exclusive"):
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    out = []
    for i in range(1, n):
        if method == "inclusive":
            j, delta = divmod(i * (size - 1), n)
            out.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        elif method == "exclusive":
            j = min(max(i * (size + 1) // n, 1), size - 1)
            delta = i * (size + 1) - j * n
            out.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        else:
            raise ValueError(f"Unknown method: {method!r}")
    return out


def _pairs(x, y, what):
    x, y = list(x), list(y)
    if len(x) != len(y):
        raise StatisticsError(f"{what} requires that both inputs have same number of data points")
    if len(x) < 2:
        raise StatisticsError(f"{what} requires at least two data points")
    return x, y


def _products(x, y):
    mean_x, mean_y = math.fsum(x) / len(x), math.fsum(y) / len(y)
    return (math.fsum([(a - mean_x) * (b - mean_y) for a, b in zip(x, y)]),
            math.fsum([(a - mean_x) ** 2.0 for a in x]), math.fsum([(b - mean_y) ** 2.0 for b in y]))


def covariance(x, y, /):
    x, y = _pairs(x, y, "covariance")
    return _products(x, y)[0] / (len(x) - 1)


def correlation(x, y, /):
    x, y = _pairs(x, y, "correlation")
    xy, xx, yy = _products(x, y)
    if not xx * yy:
        raise StatisticsError("at least one of the inputs is constant")
    return xy / math.sqrt(xx * yy)


class LinearRegression:
    """A line: slope and intercept, in this order where it is taken apart."""

    def __init__(self, slope, intercept):
        self.slope, self.intercept = slope, intercept

    def __iter__(self):
        return iter((self.slope, self.intercept))

    def __getitem__(self, i):
        return (self.slope, self.intercept)[i]

    def __len__(self):
        return 2

    def __eq__(self, other):
        return tuple(self) == tuple(other)

    def __repr__(self):
        return f"LinearRegression(slope={self.slope!r}, intercept={self.intercept!r})"


def linear_regression(x, y, /, *, proportional=False):
    x, y = _pairs(x, y, "linear regression")
    if proportional:
        xy, xx = math.fsum([a * b for a, b in zip(x, y)]), math.fsum([a * a for a in x])
    else:
        xy, xx, _ = _products(x, y)
    if not xx:
        raise StatisticsError("x is constant")
    slope = xy / xx
    return LinearRegression(slope, 0.0 if proportional else math.fsum(y) / len(y) - slope * (math.fsum(x) / len(x)))


class NormalDist:
    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu, self._sigma = float(mu), float(sigma)

    mean = property(lambda self: self._mu)
    median = property(lambda self: self._mu)
    mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma ** 2.0)

    @classmethod
    def from_samples(cls, data):
        data = list(data)
        return cls(fmean(data), stdev(data))

    def pdf(self, x):
        variance = self._sigma ** 2.0
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        return math.exp((x - self._mu) ** 2.0 / (-2.0 * variance)) / math.sqrt(2.0 * math.pi * variance)

    def cdf(self, x):
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + math.erf((x - self._mu) / (self._sigma * math.sqrt(2.0))))

    def zscore(self, x):
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"NormalDist(mu={self._mu!r}, sigma={self._sigma!r})"
