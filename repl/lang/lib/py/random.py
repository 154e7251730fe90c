"""Random numbers from the Mersenne Twister, with the streams of CPython 3.11."""
import math as _m
from bisect import bisect_right as _bisect
from _seeds import words as _words
from _streams import entropy as _entropy, stream as _stream


def _primes(n):
    found = []
    x = 2
    while len(found) < n:
        if all(x % p for p in found):
            found.append(x)
        x += 1
    return found


def _root(x, k):
    """The largest integer whose k-th power is not above x."""
    low, high = 0, 1 << (x.bit_length() // k + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle ** k <= x:
            low = middle
        else:
            high = middle
    return low


def _sha512(data):
    """The hash of FIPS 180-4 of a list of bytes, as an integer; its constants are roots of primes."""
    mask = (1 << 64) - 1
    primes = _primes(80)
    h = [_root(p << 128, 2) & mask for p in primes[:8]]
    k = [_root(p << 192, 3) & mask for p in primes]

    def turned(x, n):
        return (x >> n | x << (64 - n)) & mask

    size = len(data) * 8
    data = data + [128] + [0] * ((111 - len(data)) % 128) + [size >> 8 * i & 255 for i in range(15, -1, -1)]
    for at in range(0, len(data), 128):
        w = []
        for i in range(16):
            word = 0
            for b in data[at + 8 * i:at + 8 * i + 8]:
                word = word << 8 | b
            w.append(word)
        for i in range(16, 80):
            x, y = w[i - 15], w[i - 2]
            x = turned(x, 1) ^ turned(x, 8) ^ x >> 7
            y = turned(y, 19) ^ turned(y, 61) ^ y >> 6
            w.append((w[i - 16] + x + w[i - 7] + y) & mask)
        a, b, c, d, e, f, g, j = h
        for i in range(80):
            first = j + (turned(e, 14) ^ turned(e, 18) ^ turned(e, 41)) + (e & f ^ (e ^ mask) & g) + k[i] + w[i]
            second = (turned(a, 28) ^ turned(a, 34) ^ turned(a, 39)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, j = (first + second) & mask, a, b, c, (d + first) & mask, e, f, g
        h = [(x + y) & mask for x, y in zip(h, [a, b, c, d, e, f, g, j])]
    r = 0
    for x in h:
        r = r << 64 | x
    return r


def _utf8(text):
    r = []
    for c in text:
        c = ord(c)
        if c < 0x80:
            r.append(c)
            continue
        tail = []
        while c >> (6 - len(tail)):
            tail.append(c & 63 | 128)
            c >>= 6
        r += [c | 0xFF00 >> len(tail) + 1 & 0xFF] + tail[::-1]
    return r


def _number(text):
    data = _utf8(text)
    r = 0
    for b in data:
        r = r << 8 | b
    return r << 512 | _sha512(data)


def _integer(x):
    if isinstance(x, float):
        if x != int(x):
            raise ValueError('non-integer arg 1 for randrange()')
        return int(x)
    return x.__index__()


class Random:
    """A stream of its own: seed() makes it repeat itself."""

    def __init__(self, x=None):
        self.gauss_next = None
        self.seed(x)

    def seed(self, a=None, version=2):
        if a is None:
            words = _entropy()
        elif isinstance(a, int):
            words = _words(abs(int(a)))
        elif isinstance(a, str):
            words = _words(_number(a))
        elif isinstance(a, float):
            words = _words(hash(a) % (1 << 64))
        else:
            raise TypeError('The only supported seed types are: None,\nint, float, str, bytes, and bytearray.')
        self._stream = _stream('words', words)
        self.gauss_next = None

    def getstate(self):
        return 3, self._stream.state(), self.gauss_next

    def setstate(self, state):
        if state[0] != 3:
            raise ValueError('state with version %s passed to Random.setstate() of version 3' % (state[0],))
        self._stream.restore(state[1])
        self.gauss_next = state[2]

    def random(self):
        return self._stream.random()

    def getrandbits(self, k):
        if k < 0:
            raise ValueError('number of bits must be non-negative')
        if k < 64:
            return self._stream.bits(k)
        r = 0
        for at in range(0, k, 32):
            r |= self._stream.bits(min(32, k - at)) << at
        return r

    def randbytes(self, n):
        return self.getrandbits(8 * n).to_bytes(n, 'little')

    def _randbelow(self, n):
        if not n:
            return 0
        if n < 1 << 62:
            return self._stream.below(n)
        k = n.bit_length()
        r = self.getrandbits(k)
        while r >= n:
            r = self.getrandbits(k)
        return r

    # ---- integers ----

    def randrange(self, start, stop=None, step=1):
        start = _integer(start)
        if stop is None:
            if step != 1:
                raise TypeError('Missing a non-None stop argument')
            if start > 0:
                return self._randbelow(start)
            raise ValueError('empty range for randrange()')
        stop, step = _integer(stop), _integer(step)
        if not step:
            raise ValueError('zero step for randrange()')
        n = (stop - start + step - (1 if step > 0 else -1)) // step
        if n <= 0:
            if step == 1:
                raise ValueError('empty range for randrange() (%d, %d, %d)' % (start, stop, stop - start))
            raise ValueError('empty range for randrange()')
        return start + step * self._randbelow(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    # ---- sequences ----

    def choice(self, seq):
        if not len(seq):
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._randbelow(len(seq))]

    def shuffle(self, x):
        for i in range(len(x) - 1, 0, -1):
            j = self._randbelow(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k, *, counts=None):
        if isinstance(population, (set, dict)):
            raise TypeError('Population must be a sequence.  For dicts or sets, use sorted(d).')
        n = len(population)
        if counts is not None:
            sums = _sums(counts)
            if len(sums) != n:
                raise ValueError('The number of counts does not match the population')
            total = sums.pop()
            if not isinstance(total, int):
                raise TypeError('Counts must be integers')
            if total <= 0:
                raise ValueError('Total of counts must be greater than zero')
            return [population[_bisect(sums, s, 0, len(sums))] for s in self.sample(range(total), k)]
        if not 0 <= k <= n:
            raise ValueError('Sample larger than population or is negative')
        many = 21
        if k > 5:
            many += 4 ** _m.ceil(_m.log(k * 3) / _m.log(4))
        result = [None] * k
        if n <= many:  # from what is left
            left = list(population)
            for i in range(k):
                j = self._randbelow(n - i)
                result[i] = left[j]
                left[j] = left[n - i - 1]
            return result
        taken = set()
        for i in range(k):
            j = self._randbelow(n)
            while j in taken:
                j = self._randbelow(n)
            taken.add(j)
            result[i] = population[j]
        return result

    def choices(self, population, weights=None, *, cum_weights=None, k=1):
        n = len(population)
        if cum_weights is None:
            if weights is None:
                return [population[int(self.random() * (n + 0.0))] for i in range(k)]
            if isinstance(weights, int):
                raise TypeError('The number of choices must be a keyword argument: k=%d' % weights)
            cum_weights = _sums(weights)
        elif weights is not None:
            raise TypeError('Cannot specify both weights and cumulative weights')
        if len(cum_weights) != n:
            raise ValueError('The number of weights does not match the population')
        total = cum_weights[-1] + 0.0
        if total <= 0.0:
            raise ValueError('Total of weights must be greater than zero')
        if not _m.isfinite(total):
            raise ValueError('Total of weights must be finite')
        return [population[_bisect(cum_weights, self.random() * total, 0, n - 1)] for i in range(k)]

    # ---- real numbers ----

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def triangular(self, low=0.0, high=1.0, mode=None):
        u = self.random()
        if high == low and mode is not None:
            return low
        c = 0.5 if mode is None else (mode - low) / (high - low)
        if u > c:
            u, c, low, high = 1.0 - u, 1.0 - c, high, low
        return low + (high - low) * _m.sqrt(u * c)

    def normalvariate(self, mu=0.0, sigma=1.0):
        # Kinderman and Monahan: the ratio of two uniform numbers.
        wide = 4 * _m.exp(-0.5) / _m.sqrt(2.0)
        while True:
            u = self.random()
            v = 1.0 - self.random()
            z = wide * (u - 0.5) / v
            if z * z / 4.0 <= -_m.log(v):
                return mu + z * sigma

    def gauss(self, mu=0.0, sigma=1.0):
        z, self.gauss_next = self.gauss_next, None
        if z is None:
            angle = self.random() * (2.0 * _m.pi)
            length = _m.sqrt(-2.0 * _m.log(1.0 - self.random()))
            z = _m.cos(angle) * length
            self.gauss_next = _m.sin(angle) * length
        return mu + z * sigma

    def lognormvariate(self, mu, sigma):
        return _m.exp(self.normalvariate(mu, sigma))

    def expovariate(self, lambd):
        return -_m.log(1.0 - self.random()) / lambd

    def vonmisesvariate(self, mu, kappa):
        # Best and Fisher: rejection from a wrapped Cauchy distribution.
        turn = 2.0 * _m.pi
        if kappa <= 1e-6:
            return turn * self.random()
        s = 0.5 / kappa
        r = s + _m.sqrt(1.0 + s * s)
        while True:
            z = _m.cos(_m.pi * self.random())
            d = z / (r + z)
            u = self.random()
            if u < 1.0 - d * d or u <= (1.0 - d) * _m.exp(d):
                break
        q = 1.0 / r
        f = (q + z) / (1.0 + q * z)
        if self.random() > 0.5:
            return (mu + _m.acos(f)) % turn
        return (mu - _m.acos(f)) % turn

    def gammavariate(self, alpha, beta):
        if alpha <= 0.0 or beta <= 0.0:
            raise ValueError('gammavariate: alpha and beta must be > 0.0')
        if alpha > 1.0:  # Cheng
            a = _m.sqrt(2.0 * alpha - 1.0)
            while True:
                u = self.random()
                if not 1e-7 < u < 0.9999999:
                    continue
                w = 1.0 - self.random()
                v = _m.log(u / (1.0 - u)) / a
                x = alpha * _m.exp(v)
                z = u * u * w
                r = alpha - _m.log(4.0) + (alpha + a) * v - x
                if r + (1.0 + _m.log(4.5)) - 4.5 * z >= 0.0 or r >= _m.log(z):
                    return x * beta
        if alpha == 1.0:
            return -_m.log(1.0 - self.random()) * beta
        while True:  # Ahrens and Dieter
            b = (_m.e + alpha) / _m.e
            p = b * self.random()
            x = p ** (1.0 / alpha) if p <= 1.0 else -_m.log((b - p) / alpha)
            u = self.random()
            if u <= (x ** (alpha - 1.0) if p > 1.0 else _m.exp(-x)):
                return x * beta

    def betavariate(self, alpha, beta):
        y = self.gammavariate(alpha, 1.0)
        return y / (y + self.gammavariate(beta, 1.0)) if y else 0.0

    def paretovariate(self, alpha):
        return (1.0 - self.random()) ** (-1.0 / alpha)

    def weibullvariate(self, alpha, beta):
        return alpha * (-_m.log(1.0 - self.random())) ** (1.0 / beta)


def _sums(numbers):
    r = []
    total = None
    for x in numbers:
        total = x if total is None else total + x
        r.append(total)
    return r


class _Source:
    """The system's numbers as they come."""

    def bits(self, k):
        words = _entropy()
        return (words[0] | words[1] << 32) & ((1 << k) - 1)

    def random(self):
        return self.bits(53) * 2.0 ** -53

    def below(self, n):
        while True:
            x = self.bits(n.bit_length())
            if x < n:
                return x


class SystemRandom(Random):
    """Without a state: nothing repeats itself."""

    def seed(self, *args, **kwargs):
        self._stream = _Source()

    def getstate(self):
        raise NotImplementedError('System entropy source does not have state.')

    setstate = getstate


_own = Random()
seed, getstate, setstate, getrandbits = _own.seed, _own.getstate, _own.setstate, _own.getrandbits
random, uniform, triangular, randint, randrange = _own.random, _own.uniform, _own.triangular, _own.randint, _own.randrange
randbytes = _own.randbytes
choice, choices, sample, shuffle = _own.choice, _own.choices, _own.sample, _own.shuffle
normalvariate, lognormvariate, expovariate, gauss = _own.normalvariate, _own.lognormvariate, _own.expovariate, _own.gauss
vonmisesvariate, gammavariate, betavariate = _own.vonmisesvariate, _own.gammavariate, _own.betavariate
paretovariate, weibullvariate = _own.paretovariate, _own.weibullvariate
