"""Rational numbers."""
import math
from numbers import Rational


def _parse(text):
    """The numerator and the denominator of what is written like 3/4 or -1.5e3; None: it is no number."""
    text = text.strip()
    sign = -1 if text[:1] == "-" else 1
    if text[:1] in ("-", "+"):
        text = text[1:]
    digits = "0123456789"

    def number(part):
        plain = part.replace("_", "")
        if not plain or part[0] == "_" or part[-1] == "_" or "__" in part or any(c not in digits for c in plain):
            return None
        return int(plain)

    if "/" in text:
        above, below = text.split("/", 1)
        above, below = number(above), number(below)
        return None if above is None or below is None else (sign * above, below)
    body, e = text, 0
    for mark in "eE":
        if mark in body:
            body, exponent = body.split(mark, 1)
            less = exponent[:1] == "-"
            e = number(exponent[1:] if exponent[:1] in ("-", "+") else exponent)
            if e is None:
                return None
            e = -e if less else e
            break
    whole, point, decimals = body.partition(".")
    if not whole and not decimals:
        return None
    n = number(whole) if whole else 0
    d = number(decimals) if decimals else 0
    if n is None or d is None:
        return None
    places = len(decimals.replace("_", ""))
    n, d = n * 10 ** places + d, 10 ** places
    return (sign * n * 10 ** e, d) if e >= 0 else (sign * n, d * 10 ** -e)


class Fraction(Rational):
    __slots__ = ("_numerator", "_denominator")

    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if isinstance(numerator, int):
                n, d = int(numerator), 1
            elif isinstance(numerator, Fraction):
                n, d = numerator._numerator, numerator._denominator
            elif isinstance(numerator, str):
                pair = _parse(numerator)
                if pair is None:
                    raise ValueError("Invalid literal for Fraction: %r" % numerator)
                if pair[1] == 0:
                    raise ZeroDivisionError(f"Fraction({pair[0]}, 0)")
                n, d = pair
            elif hasattr(numerator, "as_integer_ratio"):
                n, d = numerator.as_integer_ratio()
            else:
                raise TypeError("argument should be a string or a Rational instance")
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            n = numerator.numerator * denominator.denominator
            d = denominator.numerator * numerator.denominator
        else:
            raise TypeError("both arguments should be Rational instances")
        if d == 0:
            raise ZeroDivisionError(f"Fraction({n}, 0)")
        common = math.gcd(n, d)
        if d < 0:
            common = -common
        self._numerator, self._denominator = n // common, d // common
        return self

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError(f"{cls.__name__}.from_float() only takes floats, not {f!r} ({type(f).__name__})")
        return cls(*f.as_integer_ratio())

    @classmethod
    def from_decimal(cls, dec):
        return cls(*dec.as_integer_ratio())

    @property
    def numerator(self):
        return self._numerator

    @property
    def denominator(self):
        return self._denominator

    def is_integer(self):
        return self._denominator == 1

    def as_integer_ratio(self):
        return (self._numerator, self._denominator)

    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError("max_denominator should be at least 1")
        if self._denominator <= max_denominator:
            return Fraction(self)
        p0, q0, p1, q1 = 0, 1, 1, 0
        n, d = self._numerator, self._denominator
        while True:
            a = n // d
            q2 = q0 + a * q1
            if q2 > max_denominator:
                break
            p0, q0, p1, q1 = p1, q1, p0 + a * p1, q2
            n, d = d, n - a * d
        k = (max_denominator - q0) // q1
        one, other = Fraction(p0 + k * p1, q0 + k * q1), Fraction(p1, q1)
        return other if abs(other - self) <= abs(one - self) else one

    def __repr__(self):
        return f"{self.__class__.__name__}({self._numerator}, {self._denominator})"

    def __str__(self):
        if self._denominator == 1:
            return str(self._numerator)
        return f"{self._numerator}/{self._denominator}"

    def _with(self, other, exact, as_float):
        """self and other, where either may be of another type of numbers."""
        if isinstance(other, Fraction):
            return exact(self, other)
        if isinstance(other, int):
            return exact(self, Fraction(other))
        if isinstance(other, float):
            return as_float(float(self), other)
        if isinstance(other, complex):
            return as_float(complex(self), other)
        return NotImplemented

    def _of(self, other, exact, as_float):
        """The same with other on the left side."""
        if isinstance(other, int):
            return exact(Fraction(other), self)
        if isinstance(other, float):
            return as_float(other, float(self))
        if isinstance(other, complex):
            return as_float(other, complex(self))
        return NotImplemented

    def __add__(self, other):
        return self._with(other, _add, lambda a, b: a + b)

    def __radd__(self, other):
        return self._of(other, _add, lambda a, b: a + b)

    def __sub__(self, other):
        return self._with(other, _sub, lambda a, b: a - b)

    def __rsub__(self, other):
        return self._of(other, _sub, lambda a, b: a - b)

    def __mul__(self, other):
        return self._with(other, _mul, lambda a, b: a * b)

    def __rmul__(self, other):
        return self._of(other, _mul, lambda a, b: a * b)

    def __truediv__(self, other):
        return self._with(other, _div, lambda a, b: a / b)

    def __rtruediv__(self, other):
        return self._of(other, _div, lambda a, b: a / b)

    def __floordiv__(self, other):
        return self._with(other, _floordiv, lambda a, b: a // b)

    def __rfloordiv__(self, other):
        return self._of(other, _floordiv, lambda a, b: a // b)

    def __mod__(self, other):
        return self._with(other, _mod, lambda a, b: a % b)

    def __rmod__(self, other):
        return self._of(other, _mod, lambda a, b: a % b)

    def __divmod__(self, other):
        return self._with(other, lambda a, b: (_floordiv(a, b), _mod(a, b)), divmod)

    def __rdivmod__(self, other):
        return self._of(other, lambda a, b: (_floordiv(a, b), _mod(a, b)), divmod)

    def __pow__(self, other):
        if isinstance(other, (int, Fraction)):
            if other.denominator == 1:
                power, n, d = other.numerator, self._numerator, self._denominator
                if power >= 0:
                    return Fraction(n ** power, d ** power)
                if n == 0:
                    raise ZeroDivisionError(f"Fraction({d ** -power}, 0)")
                return Fraction(d ** -power, n ** -power)
            return float(self) ** float(other)
        if isinstance(other, (float, complex)):
            return float(self) ** other
        return NotImplemented

    def __rpow__(self, other):
        if self._denominator == 1 and self._numerator >= 0:
            return other ** self._numerator
        if isinstance(other, int):
            return Fraction(other) ** self
        if self._denominator == 1:
            return other ** self._numerator
        return other ** float(self)

    def __pos__(self):
        return Fraction(self._numerator, self._denominator)

    def __neg__(self):
        return Fraction(-self._numerator, self._denominator)

    def __abs__(self):
        return Fraction(abs(self._numerator), self._denominator)

    def __int__(self):
        return self.__trunc__()

    def __float__(self):
        return self._numerator / self._denominator

    def __complex__(self):
        return complex(float(self))

    def __trunc__(self):
        if self._numerator < 0:
            return -(-self._numerator // self._denominator)
        return self._numerator // self._denominator

    def __floor__(self):
        return self._numerator // self._denominator

    def __ceil__(self):
        return -(-self._numerator // self._denominator)

    def __round__(self, ndigits=None):
        if ndigits is None:
            floor, rest = divmod(self._numerator, self._denominator)
            if rest * 2 < self._denominator or rest * 2 == self._denominator and floor % 2 == 0:
                return floor
            return floor + 1
        shift = 10 ** abs(ndigits)
        if ndigits > 0:
            return Fraction(round(self * shift), shift)
        return Fraction(round(self / shift) * shift)

    def __hash__(self):
        modulus = 2 ** 61 - 1
        if self._denominator % modulus == 0:
            value = 314159
        else:
            value = hash(hash(abs(self._numerator)) * pow(self._denominator, modulus - 2, modulus))
        value = value if self._numerator >= 0 else -value
        return -2 if value == -1 else value

    def __eq__(self, other):
        if isinstance(other, (int, Fraction)):
            return self._numerator == other.numerator and self._denominator == other.denominator
        if isinstance(other, float):
            return self == Fraction(other) if math.isfinite(other) else 0.0 == other
        if isinstance(other, complex):
            return other.imag == 0 and self == other.real
        return NotImplemented

    def _order(self, other, test):
        if isinstance(other, (int, Fraction)):
            return test(self._numerator * other.denominator, self._denominator * other.numerator)
        if isinstance(other, float):
            return self._order(Fraction(other), test) if math.isfinite(other) else test(0.0, other)
        return NotImplemented

    def __lt__(self, other):
        return self._order(other, lambda a, b: a < b)

    def __gt__(self, other):
        return self._order(other, lambda a, b: a > b)

    def __le__(self, other):
        return self._order(other, lambda a, b: a <= b)

    def __ge__(self, other):
        return self._order(other, lambda a, b: a >= b)

    def __bool__(self):
        return bool(self._numerator)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _add(a, b):
    return Fraction(a._numerator * b._denominator + b._numerator * a._denominator, a._denominator * b._denominator)


def _sub(a, b):
    return Fraction(a._numerator * b._denominator - b._numerator * a._denominator, a._denominator * b._denominator)


def _mul(a, b):
    return Fraction(a._numerator * b._numerator, a._denominator * b._denominator)


def _div(a, b):
    return Fraction(a._numerator * b._denominator, a._denominator * b._numerator)


def _floordiv(a, b):
    return (a._numerator * b._denominator) // (a._denominator * b._numerator)


def _mod(a, b):
    below = a._denominator * b._denominator
    return Fraction((a._numerator * b._denominator) % (b._numerator * a._denominator), below)
