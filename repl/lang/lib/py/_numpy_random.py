"""numpy.random: the legacy functions on the Mersenne Twister, and generators on PCG64, with the streams of
numpy 1.26."""
import math as _m
import numpy as _np
from bisect import bisect_right as _bisect
from _random_kinds import LegacyKinds as _LegacyKinds, NewKinds as _NewKinds
from _random_shapes import count as _count, each as _each, shape_of as _shape
from _seeds import words as _words
from _streams import entropy as _entropy, seed_words as _seed_words, stream as _stream


def _natural_words(n):
    if n < 0:
        raise ValueError('expected non-negative integer')
    return _words(n)


def _entropy_words(seed):
    if isinstance(seed, (list, tuple, _np.ndarray)):
        return [w for x in seed for w in _natural_words(int(x))]
    return _natural_words(seed.__index__())


_RANGES = {'bool': (0, 2), 'int8': (-128, 128), 'int16': (-32768, 32768), 'int32': (-2 ** 31, 2 ** 31),
           'int64': (-2 ** 63, 2 ** 63), 'uint8': (0, 256), 'uint16': (0, 65536), 'uint32': (0, 2 ** 32),
           'uint64': (0, 2 ** 64)}


def _signed(x):
    return x - 2 ** 64 if x >= 2 ** 63 else x


def _places(sums, numbers):
    """Of each number: behind all of the sorted sums that are not above it."""
    sums = [float(s) for s in sums]
    return [_bisect(sums, x) for x in numbers]


def _check_positive(name, value):
    if _np.any(_np.asarray(value) < 0):
        raise ValueError(name + ' < 0')


class _Drawing:
    """What both kinds of generators share."""

    def _integers(self, low, high, size, dtype, masked, endpoint):
        name = str(_np.dtype(dtype))
        if name not in _RANGES:
            raise TypeError('Unsupported dtype dtype(%r) for randint' % name)
        if high is None:
            low, high = 0, low
        least, most = _RANGES[name]
        if not isinstance(low, int) and _np.ndim(low) or not isinstance(high, int) and _np.ndim(high):
            return self._varied(low, high, size, name, masked, endpoint)
        low, high = int(low), int(high) + (1 if endpoint else 0)
        if low < least:
            raise ValueError('low is out of bounds for ' + name)
        if high > most:
            raise ValueError('high is out of bounds for ' + name)
        if low >= high:
            raise ValueError('low > high' if endpoint else 'low >= high')
        shape = _shape(size)
        r = self._stream.integers(_signed(low), _signed(high - 1 - low), masked, name, shape or ())
        if size is not None:
            return r
        if dtype is int or dtype is bool:
            return dtype(r[()])
        return r[()]

    def _varied(self, low, high, size, name, masked, endpoint):
        shape = _shape(size, low, high)
        low = _np.broadcast_to(_np.asarray(low), shape).ravel()
        high = _np.broadcast_to(_np.asarray(high), shape).ravel()
        r = []
        for i in range(len(low)):
            a, b = int(low[i]), int(high[i]) - (0 if endpoint else 1)
            if b < a:
                raise ValueError('low > high' if endpoint else 'low >= high')
            r.append(a + self._stream.upto(_signed(b - a), masked))
        return _np.array(r, dtype=name).reshape(shape)

    def _shuffled(self, x, masked):
        n = len(x)
        if n > 1:
            order = self._stream.order(n, 1, masked)
            if isinstance(x, _np.ndarray):
                x[:] = x[order]
            else:
                x[:] = [x[i] for i in order]

    def _permuted_rows(self, x, masked):
        if _np.ndim(x) == 0 and not isinstance(x, (list, tuple)):
            return self._stream.order(int(x), 1, masked)
        x = _np.asarray(x)
        return x[self._stream.order(len(x), 1, masked)] if len(x) > 1 else x.copy()

    def _pick(self, n, many, replace, p, reals, alike, distinct, when):
        """The places of `many` of n things: by weights, or all alike; those that differ are `distinct`."""
        if p is not None:
            p = self._weights(p, n)
        if not replace and many > n:
            raise ValueError('Cannot take a larger sample than population when ' + when)
        if p is None:
            return alike() if replace else distinct()
        return _np.array((self._by_weight if replace else self._unique_by_weight)(p, many, reals), dtype=int)

    def _weights(self, p, n):
        p = _np.array(p, dtype=float)
        if p.ndim != 1:
            raise ValueError("'p' must be 1-dimensional")
        if p.size != n:
            raise ValueError("'a' and 'p' must have same size")
        if _np.isnan(p).any():
            raise ValueError('probabilities contain NaN')
        if (p < 0).any():
            raise ValueError('probabilities are not non-negative')
        if abs(float(p.sum()) - 1.0) > 1.5e-8:
            raise ValueError('probabilities do not sum to 1')
        return p

    def _by_weight(self, p, n, numbers):
        sums = _np.cumsum(p)
        sums = sums / sums[-1]
        return _places(sums, numbers(n))

    def _unique_by_weight(self, p, n, numbers):
        if int((p > 0).sum()) < n:
            raise ValueError('Fewer non-zero entries in p than size')
        found = []
        while len(found) < n:
            for i in found:
                p[i] = 0
            for i in self._by_weight(p, n - len(found), numbers):
                if i not in found:
                    found.append(i)
        return found

    # ---- distributions: the same for both, but for the numbers that they are made of ----

    def standard_exponential(self, size=None):
        return self._of('exponential', size)

    def _of(self, kind, size):
        f = self._kinds[kind]
        if isinstance(f, str):
            return self._stream.fill(f, _shape(size))
        return _each(lambda: f(self._stream.random()), _shape(size))

    def exponential(self, scale=1.0, size=None):
        _check_positive('scale', scale)
        return scale * self._of('exponential', _shape(size, scale))

    def standard_normal(self, size=None):
        return self._of('normal', size)

    def normal(self, loc=0.0, scale=1.0, size=None):
        _check_positive('scale', scale)
        return loc + scale * self._of('normal', _shape(size, loc, scale))

    def lognormal(self, mean=0.0, sigma=1.0, size=None):
        _check_positive('sigma', sigma)
        return _each(lambda m, s: _m.exp(m + s * self._of('normal', None)), _shape(size, mean, sigma), mean, sigma)

    def uniform(self, low=0.0, high=1.0, size=None):
        return low + (high - low) * self._stream.fill('double', _shape(size, low, high))

    def laplace(self, loc=0.0, scale=1.0, size=None):
        def draw(at, by):
            while True:
                u = self._stream.random()
                if u >= 0.5:
                    return at - by * _m.log(2.0 - u - u)
                if u > 0.0:
                    return at + by * _m.log(u + u)
        return _each(draw, _shape(size, loc, scale), loc, scale)

    def gumbel(self, loc=0.0, scale=1.0, size=None):
        def draw(at, by):
            while True:
                u = 1.0 - self._stream.random()
                if u < 1.0:
                    return at - by * _m.log(-_m.log(u))
        return _each(draw, _shape(size, loc, scale), loc, scale)

    def logistic(self, loc=0.0, scale=1.0, size=None):
        def draw(at, by):
            while True:
                u = self._stream.random()
                if u > 0.0:
                    return at + by * _m.log(u / (1.0 - u))
        return _each(draw, _shape(size, loc, scale), loc, scale)

    def weibull(self, a, size=None):
        return _each(lambda a: self._of('exponential', None) ** (1.0 / a) if a else 0.0, _shape(size, a), a)

    def pareto(self, a, size=None):
        return _each(lambda a: self._pareto(self._of('exponential', None) / a), _shape(size, a), a)

    def standard_cauchy(self, size=None):
        return _each(lambda: self._of('normal', None) / self._of('normal', None), _shape(size))

    def triangular(self, left, mode, right, size=None):
        def draw(low, at, high):
            u = self._stream.random()
            if u <= (at - low) / (high - low):
                return low + _m.sqrt(u * ((at - low) * (high - low)))
            return high - _m.sqrt((1.0 - u) * ((high - at) * (high - low)))
        if _np.any(_np.asarray(left) > _np.asarray(mode)):
            raise ValueError('left > mode')
        if _np.any(_np.asarray(mode) > _np.asarray(right)):
            raise ValueError('mode > right')
        return _each(draw, _shape(size, left, mode, right), left, mode, right)


class RandomState(_LegacyKinds, _Drawing):
    """The legacy generator: its streams do not change any more."""

    _kinds = {'normal': 'polar', 'exponential': lambda u: -_m.log(1.0 - u)}

    def __init__(self, seed=None):
        self.seed(seed)

    def __getattr__(self, name):
        _refuse('RandomState', name)

    def seed(self, seed=None):
        if seed is None:
            self._stream = _stream('words', _entropy())
        elif isinstance(seed, (list, tuple, _np.ndarray)) and _np.ndim(seed):
            words = [int(x) for x in seed]
            if not words:
                raise ValueError('Seed must be non-empty')
            if any(w < 0 or w >> 32 for w in words):
                raise ValueError('Seed must be between 0 and 2**32 - 1')
            self._stream = _stream('words', words)
        else:
            seed = seed.__index__()
            if seed < 0 or seed >> 32:
                raise ValueError('Seed must be between 0 and 2**32 - 1')
            self._stream = _stream('number', [seed])

    def get_state(self, legacy=True):
        state = self._stream.state()
        following = self._stream.following()
        return ('MT19937', _np.array(state[:-1], dtype='uint32'), state[-1], int(following is not None), following or 0.0)

    def set_state(self, state):
        if state[0] != 'MT19937':
            raise ValueError('set_state can only be used with legacy MT19937 state instances.')
        self._stream.restore([int(w) for w in state[1]] + [int(state[2])])
        if len(state) > 3 and state[3]:
            self._stream.follow(float(state[4]))

    def random_sample(self, size=None):
        return self._stream.fill('double', _shape(size))

    random = random_sample

    def rand(self, *args):
        return self._stream.fill('double', args or None)

    def randn(self, *args):
        return self._stream.fill('polar', args or None)

    def randint(self, low, high=None, size=None, dtype=int):
        return self._integers(low, high, size, dtype, True, False)

    def random_integers(self, low, high=None, size=None):
        if high is None:
            low, high = 1, low
        return self._integers(low, int(high) + 1, size, int, True, False)

    def _pareto(self, x):
        return _m.exp(x) - 1

    def rayleigh(self, scale=1.0, size=None):
        return _each(lambda s: s * _m.sqrt(-2.0 * _m.log1p(-self._stream.random())), _shape(size, scale), scale)

    def shuffle(self, x):
        self._shuffled(x, True)

    def permutation(self, x):
        return self._permuted_rows(x, True)

    def choice(self, a, size=None, replace=True, p=None):
        if _np.ndim(a) > 1:
            raise ValueError("'a' must be 1-dimensional")
        n = int(a) if _np.ndim(a) == 0 else len(a)
        if n <= 0 and (size is None or _count(_shape(size))):
            raise ValueError("a must be greater than 0 unless no samples are taken" if _np.ndim(a) == 0
                             else "'a' cannot be empty unless no samples are taken")
        shape = _shape(size)
        many = 1 if shape is None else _count(shape)
        index = self._pick(n, many, replace, p, self.random_sample, lambda: self.randint(0, n, size=many),
                           lambda: self.permutation(n)[:many], "'replace=False'")
        if _np.ndim(a):
            index = _np.asarray(a)[index]
        if shape is not None:
            return index.reshape(shape)
        return index[0] if _np.ndim(a) else int(index[0])


class SeedSequence:
    """What a seed becomes: words that are mixed well."""

    def __init__(self, entropy=None):
        self._words = list(_entropy())[:4] if entropy is None else _entropy_words(entropy)
        self.entropy = entropy

    def generate_state(self, n_words, dtype='uint32'):
        if str(_np.dtype(dtype)) == 'uint64':
            w = _seed_words(self._words, 2 * n_words)
            return _np.array([w[2 * i] | w[2 * i + 1] << 32 for i in range(n_words)], dtype='uint64')
        return _np.array(_seed_words(self._words, n_words), dtype='uint32')


class PCG64:
    """The bits of a generator."""

    def __init__(self, seed=None):
        sequence = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        self._stream = _stream('pcg', _seed_words(sequence._words, 8))


_NOT_OFFERED = "bytes hypergeometric multivariate_hypergeometric multivariate_normal spawn tomaxint".split()


def _refuse(of, name):
    if name in _NOT_OFFERED:
        raise NotImplementedError(f"numpy.random.{of}.{name} exists, but is not offered here")
    raise AttributeError(f"'{of}' object has no attribute '{name}'")


class Generator(_NewKinds, _Drawing):
    """A generator of numpy's newer interface."""

    _kinds = {'normal': 'normal', 'exponential': 'exponential'}

    def __init__(self, bit_generator):
        self.bit_generator = bit_generator
        self._stream = bit_generator._stream

    def __getattr__(self, name):
        _refuse('Generator', name)

    def __repr__(self):
        return 'Generator(PCG64)'

    def random(self, size=None, dtype=float):
        if str(_np.dtype(dtype)) == 'float32':
            r = self._stream.fill('single', _shape(size))
            return r[()] if size is None else r
        return self._stream.fill('double', _shape(size))

    def integers(self, low, high=None, size=None, dtype='int64', endpoint=False):
        return self._integers(low, high, size, dtype, False, endpoint)

    def _pareto(self, x):
        return _m.expm1(x)

    def rayleigh(self, scale=1.0, size=None):
        return _each(lambda s: s * _m.sqrt(2.0 * self._of('exponential', None)), _shape(size, scale), scale)

    def shuffle(self, x, axis=0):
        if not axis:
            return self._shuffled(x, True)
        rows = _np.swapaxes(x, 0, axis)
        rows[:] = rows[self._stream.order(len(rows), 1, True)]

    def permutation(self, x, axis=0):
        if _np.ndim(x) and axis:
            x = _np.asarray(x)
            return _np.take(x, self._stream.order(x.shape[axis], 1, True), axis)
        return self._permuted_rows(x, True)

    def permuted(self, x, axis=None):
        x = _np.array(x)
        if axis is None:
            return x.ravel()[self._stream.order(x.size, 1, True)].reshape(x.shape)
        last = _np.swapaxes(x, axis, -1)
        shape = last.shape
        rows = last.reshape((-1, shape[-1]))
        rows = _np.array([row[self._stream.order(len(row), 1, True)] for row in rows])
        return _np.swapaxes(rows.reshape(shape), axis, -1)

    def _distinct(self, n, many, shuffle):
        if many > n // (50 if shuffle else 20) and n > 10000:
            return self._stream.order(n, max(n - many, 1), False)[n - many:]
        found, r = set(), []  # Floyd's algorithm
        for j in range(n - many, n):
            x = self._stream.upto(j, False)
            if x in found:
                x = j
            found.add(x)
            r.append(x)
        r = _np.array(r, dtype=int)
        return r[self._stream.order(many, 1, False)] if shuffle and many > 1 else r

    def choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True):
        n = int(a) if _np.ndim(a) == 0 else _np.shape(a)[axis]
        shape = _shape(size)
        many = 1 if shape is None else _count(shape)
        if n <= 0 and many:
            raise ValueError('a must be a positive integer unless no samples are taken' if _np.ndim(a) == 0
                             else 'a cannot be empty unless no samples are taken')
        index = self._pick(n, many, replace, p, self.random, lambda: self.integers(0, n, size=many),
                           lambda: self._distinct(n, many, shuffle), 'replace is False')
        index = index.reshape(shape) if shape is not None else int(index[0])
        return index if _np.ndim(a) == 0 else _np.take(_np.asarray(a), index, axis)


def default_rng(seed=None):
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))


_own = RandomState()
seed, get_state, set_state = _own.seed, _own.get_state, _own.set_state
rand, randn, randint, random_integers = _own.rand, _own.randn, _own.randint, _own.random_integers
random_sample = random = ranf = sample = _own.random_sample
choice, shuffle, permutation = _own.choice, _own.shuffle, _own.permutation
uniform, normal, standard_normal, lognormal = _own.uniform, _own.normal, _own.standard_normal, _own.lognormal
exponential, standard_exponential, laplace, gumbel = _own.exponential, _own.standard_exponential, _own.laplace, _own.gumbel
logistic, weibull, pareto, rayleigh = _own.logistic, _own.weibull, _own.pareto, _own.rayleigh
standard_cauchy, triangular = _own.standard_cauchy, _own.triangular
beta, binomial, chisquare, dirichlet, f, gamma = _own.beta, _own.binomial, _own.chisquare, _own.dirichlet, _own.f, _own.gamma
geometric, logseries, multinomial, negative_binomial = (_own.geometric, _own.logseries, _own.multinomial,
                                                        _own.negative_binomial)
noncentral_chisquare, noncentral_f, poisson, power = (_own.noncentral_chisquare, _own.noncentral_f, _own.poisson,
                                                      _own.power)
standard_gamma, standard_t, vonmises = _own.standard_gamma, _own.standard_t, _own.vonmises
wald, zipf = _own.wald, _own.zipf
