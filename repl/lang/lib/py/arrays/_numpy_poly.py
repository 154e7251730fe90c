"""Host numpy: polynomials as sequences of coefficients, the highest power first, and as objects."""
import numpy as _np
from _numpy import _outside


def _coefficients(p):
    return _np.atleast_1d(_np.asarray(p.coeffs if isinstance(p, poly1d) else p))


def _same_kind(f):
    """What takes a poly1d gives one."""
    def g(*args, **kwargs):
        r = f(*args, **kwargs)
        if not any(isinstance(a, poly1d) for a in args):
            return r
        return tuple([poly1d(x) for x in r]) if isinstance(r, tuple) else poly1d(r)
    g.__name__ = g.__qualname__ = f.__name__
    g.__doc__ = f.__doc__
    return g


def _filled(p, n):
    return _np.concatenate([_np.zeros(n - len(p), p.dtype), p]) if n > len(p) else p


@_same_kind
def polyadd(a1, a2):
    a1, a2 = _coefficients(a1), _coefficients(a2)
    n = max(len(a1), len(a2))
    return _filled(a1, n) + _filled(a2, n)


@_same_kind
def polysub(a1, a2):
    a1, a2 = _coefficients(a1), _coefficients(a2)
    n = max(len(a1), len(a2))
    return _filled(a1, n) - _filled(a2, n)


@_same_kind
def polymul(a1, a2):
    a1, a2 = poly1d(a1).coeffs, poly1d(a2).coeffs
    r = _np.zeros(len(a1) + len(a2) - 1, _np.result_type(a1.dtype, a2.dtype))
    for i in range(len(a1)):
        r[i:i + len(a2)] += a1[i] * a2
    return r


@_same_kind
def polydiv(u, v):
    """The quotient, and what is left over without its leading zeros."""
    u, v = _coefficients(u) + 0.0, _coefficients(v) + 0.0
    steps, n = len(u) - len(v) + 1, len(v)
    t = _np.result_type(u.dtype, v.dtype)
    q, rest, scale = _np.zeros(max(steps, 1), t), u.astype(t), 1.0 / v[0]
    for k in range(steps):
        q[k] = scale * rest[k]
        rest[k:k + n] -= q[k] * v
    first = 0
    while first < len(rest) - 1 and _np.allclose(rest[first], 0, rtol=1e-14):
        first += 1
    return q, rest[first:]


@_same_kind
def polyder(p, m=1):
    if m < 0:
        raise ValueError("Order of derivative must be positive (see polyint)")
    p = _coefficients(p)
    for _ in range(m):
        p = p[:-1] * _np.arange(len(p) - 1, 0, -1)
    return p


@_same_kind
def polyint(p, m=1, k=None):
    """Of the constants k each integration takes one."""
    if m < 0:
        raise ValueError("Order of integral must be positive (see polyder)")
    k = _np.zeros(m) if k is None else _np.atleast_1d(_np.asarray(k))
    if len(k) == 1 and m > 1:
        k = k[0] * _np.ones(m)
    if len(k) < m:
        raise ValueError("k must be a scalar or a rank-1 array of length 1 or >m.")
    p = _coefficients(p)
    for i in range(m):
        p = _np.concatenate([p / _np.arange(len(p), 0, -1), k[i:i + 1]])
    return p


def roots(p):
    """The eigenvalues of the companion matrix, and the zeros: real where all are."""
    p = _coefficients(p)
    if p.ndim != 1:
        raise ValueError("Input must be a rank-1 array.")
    there = _np.nonzero(p)[0].tolist()
    if not there:
        return _np.array([])
    zeros = len(p) - there[-1] - 1
    p = p[there[0]:there[-1] + 1]
    if len(p) < 2:
        return _np.zeros(zeros)
    a = _np.diag(_np.ones(len(p) - 2, _np.result_type(p.dtype, float)), -1)
    a[0, :] = -p[1:] / p[0]
    r = _np.linalg.eigvals(a)
    return _np.concatenate([r, _np.zeros(zeros, r.dtype)])


def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    import jax.numpy as jnp
    x, y = _np.asarray(x) + 0.0, _np.asarray(y) + 0.0
    return _outside(jnp.polyfit, x, y, deg, rcond, full, w if w is None else _np.asarray(w) + 0.0, cov)


# ---- as it is printed ----

def _number(x):
    text = "%.4g" % x
    return text[:-5] if text.endswith(".0000") else text


def _coefficient_text(c):
    if not isinstance(c, complex) or not c.imag:
        return _number(c.real)
    return f"({_number(c.real)} + {_number(c.imag)}j)" if c.real else f"{_number(c.imag)}j"


def _terms(coeffs, variable):
    """(coefficient and variable, power to be raised) of what is not zero."""
    r = []
    for k, c in enumerate(coeffs):
        power, text = len(coeffs) - 1 - k, _coefficient_text(c)
        if text != "0":
            r.append((text if not power else f"{text} {variable}", str(power) if power > 1 else ""))
    return r


def _printed(coeffs, variable, width=70):
    """Powers stand on a line of their own above the terms; lines end behind a power."""
    lines, above, below, rest = [], "", "", ""
    for k, (text, power) in enumerate(_terms(coeffs, variable) or [("0", "")]):
        if k:
            text = f" - {text[1:]}" if text[0] == "-" else f" + {text}"
        rest += text
        if not power:
            continue
        high, low = " " * (len(rest) - 1) + power, rest + " " * (len(power) - 1)
        if len(above) + len(high) > width or len(below) + len(low) > width:
            lines.append(f"{above}\n{below}\n ")
            above, below = high, low
        else:
            above, below = above + high, below + low
        rest = ""
    return " " + "".join(lines) + f"{above}\n{below}{rest}"


def _is_array(x):
    """It takes the polynomial as the array of its coefficients."""
    return isinstance(x, (_np.ndarray, _np.generic))


class poly1d:
    """A polynomial of one variable."""
    __module__ = "numpy"
    __hash__ = None

    def __init__(self, c_or_r, r=False, variable=None):
        given = "x"
        if isinstance(c_or_r, poly1d):
            given, c = c_or_r.variable, c_or_r.coeffs
        else:
            c = _np.atleast_1d(_np.asarray(_np.poly(c_or_r) if r else c_or_r))
            if c.ndim > 1:
                raise ValueError("Polynomial must be 1d only.")
            there = _np.nonzero(c)[0]
            c = c[there[0]:] if len(there) else _np.zeros(1, c.dtype)
        self.variable, self._coeffs = given if variable is None else variable, c

    @property
    def coeffs(self):
        return self._coeffs

    @coeffs.setter
    def coeffs(self, value):
        if value is not self._coeffs:
            raise AttributeError("Cannot set attribute")

    c = coef = coefficients = coeffs

    @property
    def order(self):
        return len(self._coeffs) - 1

    o = order

    @property
    def roots(self):
        return _np.roots(self._coeffs)

    r = roots

    def __repr__(self):
        return f"poly1d({repr(self._coeffs)[6:-1]})"

    def __str__(self):
        return _printed(self._coeffs.tolist(), self.variable)

    def __len__(self):
        return self.order

    def __iter__(self):
        return iter(self._coeffs)

    def __call__(self, val):
        if not isinstance(val, poly1d):
            return _np.polyval(self._coeffs, val)
        r = poly1d([0])
        for c in self._coeffs:
            r = r * val + c
        return r

    def __getitem__(self, power):
        at = self.order - power
        return self._coeffs[at] if 0 <= at <= self.order else self._coeffs.dtype.type(0)

    def __setitem__(self, power, value):
        if power < 0:
            raise ValueError("Does not support negative powers.")
        if power > self.order:
            self._coeffs = _filled(self._coeffs, power + 1).copy()
        self._coeffs[self.order - power] = value

    def __eq__(self, other):
        if not isinstance(other, poly1d):
            return NotImplemented
        return self._coeffs.shape == other._coeffs.shape and bool((self._coeffs == other._coeffs).all())

    def __ne__(self, other):
        return NotImplemented if not isinstance(other, poly1d) else not self == other

    def __neg__(self):
        return poly1d(-self._coeffs)

    def __pos__(self):
        return self

    def __add__(self, other):
        return poly1d(polyadd(self._coeffs, poly1d(other)._coeffs))

    def __radd__(self, other):
        return other + self._coeffs if _is_array(other) else self + other

    def __sub__(self, other):
        return poly1d(polysub(self._coeffs, poly1d(other)._coeffs))

    def __rsub__(self, other):
        if _is_array(other):
            return other - self._coeffs
        return poly1d(polysub(poly1d(other)._coeffs, self._coeffs))

    def __mul__(self, other):
        return poly1d(self._coeffs * other if _np.isscalar(other) else polymul(self, other))

    def __rmul__(self, other):
        return other * self._coeffs if _is_array(other) else self * other

    def __pow__(self, n):
        if not _np.isscalar(n) or int(n) != n or n < 0:
            raise ValueError("Power to non-negative integers only.")
        r = [1]
        for _ in range(int(n)):
            r = polymul(self._coeffs, r)
        return poly1d(r)

    def __truediv__(self, other):
        return poly1d(self._coeffs / other) if _np.isscalar(other) else polydiv(self, poly1d(other))

    def __rtruediv__(self, other):
        return poly1d(other / self._coeffs) if _np.isscalar(other) else polydiv(poly1d(other), self)

    def deriv(self, m=1):
        return poly1d(polyder(self._coeffs, m=m))

    def integ(self, m=1, k=0):
        return poly1d(polyint(self._coeffs, m=m, k=k))
