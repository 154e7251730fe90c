"""Numbers in base 10, as the General Decimal Arithmetic Specification has them."""
import math
from numbers import Number

ROUND_HALF_EVEN, ROUND_HALF_UP, ROUND_HALF_DOWN = "ROUND_HALF_EVEN", "ROUND_HALF_UP", "ROUND_HALF_DOWN"
ROUND_DOWN, ROUND_UP, ROUND_CEILING, ROUND_FLOOR = "ROUND_DOWN", "ROUND_UP", "ROUND_CEILING", "ROUND_FLOOR"
ROUND_05UP = "ROUND_05UP"
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN, MIN_ETINY = -999999999999999999, -1999999999999999997


class DecimalException(ArithmeticError):
    pass


class InvalidOperation(DecimalException):
    pass


class ConversionSyntax(InvalidOperation):
    pass


class DivisionByZero(DecimalException, ZeroDivisionError):
    pass


class DivisionImpossible(InvalidOperation):
    pass


class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass


class Inexact(DecimalException):
    pass


class Rounded(DecimalException):
    pass


class Overflow(Inexact, Rounded):
    pass


class Underflow(Inexact, Rounded):
    pass


class Subnormal(DecimalException):
    pass


class Clamped(DecimalException):
    pass


class FloatOperation(DecimalException, TypeError):
    pass


class Context:
    """How many digits, and how they are rounded. Invalid operations and divisions by zero raise."""

    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        self.prec = 28 if prec is None else prec
        self.rounding = ROUND_HALF_EVEN if rounding is None else rounding
        self.Emin, self.Emax = -999999 if Emin is None else Emin, 999999 if Emax is None else Emax
        self.capitals, self.clamp = 1 if capitals is None else capitals, clamp or 0
        if flags or traps:
            raise NotImplementedError("decimal.Context(flags=, traps=) is not offered here: InvalidOperation, DivisionByZero "
                                      "and Overflow raise, the others do not")
        if not isinstance(self.prec, int) or self.prec < 1:
            raise ValueError("valid range for prec is [1, MAX_PREC]")

    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp)

    def create_decimal(self, num="0"):
        return _rounded(Decimal(num), self)

    def sqrt(self, a):
        return Decimal(a).sqrt(self)

    def divide(self, a, b):
        return _divide(Decimal(a), Decimal(b), self)

    def add(self, a, b):
        return _add(Decimal(a), Decimal(b), self)

    def subtract(self, a, b):
        return _add(Decimal(a), -Decimal(b), self)

    def multiply(self, a, b):
        return _multiply(Decimal(a), Decimal(b), self)

    def quantize(self, a, b):
        return Decimal(a).quantize(b, context=self)

    def __repr__(self):
        return (f"Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, "
                f"capitals={self.capitals}, clamp={self.clamp}, flags=[], "
                "traps=[InvalidOperation, DivisionByZero, Overflow])")


_current = DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP)
ExtendedContext = Context(prec=9)


def getcontext():
    return _current


def setcontext(context):
    global _current
    _current = context


class _LocalContext:
    def __init__(self, context):
        self.context = context

    def __enter__(self):
        self.before = getcontext()
        setcontext(self.context)
        return self.context

    def __exit__(self, kind, value, trace):
        setcontext(self.before)


def localcontext(ctx=None, **kwargs):
    made = (getcontext() if ctx is None else ctx).copy()
    for k, v in kwargs.items():
        setattr(made, k, v)
    return _LocalContext(made)


def _up(rounding, sign, last, rest, half):
    """Whether the digits in front go up: `rest` of them is cut off, `half` is the middle (times 2)."""
    if rest == 0:
        return False
    if rounding == ROUND_HALF_EVEN:
        return rest > half or rest == half and last % 2 == 1
    if rounding == ROUND_HALF_UP:
        return rest >= half
    if rounding == ROUND_HALF_DOWN:
        return rest > half
    if rounding == ROUND_UP:
        return True
    if rounding == ROUND_CEILING:
        return not sign
    if rounding == ROUND_FLOOR:
        return bool(sign)
    if rounding == ROUND_05UP:
        return last in (0, 5)
    if rounding == ROUND_DOWN:
        return False
    raise TypeError("valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n"
                    "   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]")


def _cut(sign, n, places, rounding):
    """n without its last `places` digits."""
    if places > len(str(n)) + 1:
        front, rest, unit = 0, 1 if n else 0, 10
    else:
        unit = 10 ** places
        front, rest = divmod(n, unit)
    return front + _up(rounding, sign, front % 10, 2 * rest, unit)


def _make(sign, n, exp, special=None):
    self = object.__new__(Decimal)
    self._sign, self._int, self._exp, self._special = sign, n, exp, special
    return self


def _rounded(x, context):
    if x._special:
        return x
    sign, n, exp = x._sign, x._int, x._exp
    more = len(str(n)) - context.prec
    if more > 0 and n:
        n, exp = _cut(sign, n, more, context.rounding), exp + more
        if len(str(n)) > context.prec:
            n, exp = n // 10, exp + 1
    if n and len(str(n)) + exp - 1 > context.Emax:
        raise Overflow([Overflow, Inexact, Rounded])
    least = context.Emin - context.prec + 1
    if exp < least:
        n, exp = _cut(sign, n, least - exp, context.rounding), least
    if not n and exp > context.Emax:
        exp = context.Emax
    return _make(sign, n, exp)


def _invalid(name="InvalidOperation"):
    raise InvalidOperation([{"InvalidOperation": InvalidOperation, "ConversionSyntax": ConversionSyntax,
                             "DivisionUndefined": DivisionUndefined, "DivisionImpossible": DivisionImpossible}[name]])


def _nan_of(*values):
    for x in values:
        if x._special in ("NaN", "sNaN"):
            if x._special == "sNaN":
                _invalid()
            return x
    return None


def _number(x):
    """An operand; None: it is no such number."""
    if isinstance(x, Decimal):
        return x
    return Decimal(x) if isinstance(x, int) else None


def _add(a, b, context):
    nan = _nan_of(a, b)
    if nan is not None:
        return nan
    if a._special or b._special:
        if a._special and b._special and a._sign != b._sign:
            _invalid()
        return a if a._special else b
    exp = min(a._exp, b._exp)
    if not a._int and not b._int:
        sign = a._sign if a._sign == b._sign else int(context.rounding == ROUND_FLOOR)
        return _rounded(_make(sign, 0, exp), context)
    x = (-1) ** a._sign * a._int * 10 ** (a._exp - exp)
    y = (-1) ** b._sign * b._int * 10 ** (b._exp - exp)
    total = x + y
    sign = int(total < 0) if total else int(context.rounding == ROUND_FLOOR)
    return _rounded(_make(sign, abs(total), exp), context)


def _subtract(a, b, context):
    return _add(a, b if b.is_nan() else b.copy_negate(), context)


def _multiply(a, b, context):
    nan = _nan_of(a, b)
    if nan is not None:
        return nan
    sign = a._sign ^ b._sign
    if a._special or b._special:
        if not a._special and not a._int or not b._special and not b._int:
            _invalid()
        return _make(sign, 0, 0, "Infinity")
    return _rounded(_make(sign, a._int * b._int, a._exp + b._exp), context)


def _divide(a, b, context):
    nan = _nan_of(a, b)
    if nan is not None:
        return nan
    sign = a._sign ^ b._sign
    if a._special:
        if b._special:
            _invalid()
        return _make(sign, 0, 0, "Infinity")
    if b._special:
        return _make(sign, 0, context.Emin - context.prec + 1)
    if not b._int:
        if not a._int:
            _invalid("DivisionUndefined")
        raise DivisionByZero([DivisionByZero])
    if not a._int:
        return _rounded(_make(sign, 0, a._exp - b._exp), context)
    shift = len(str(b._int)) - len(str(a._int)) + context.prec + 1
    exp = a._exp - b._exp - shift
    if shift >= 0:
        n, rest = divmod(a._int * 10 ** shift, b._int)
    else:
        n, rest = divmod(a._int, b._int * 10 ** -shift)
    if rest:
        n += n % 5 == 0  # the digits that are left out count where it would be the middle
    else:
        ideal = a._exp - b._exp
        while exp < ideal and n % 10 == 0:
            n, exp = n // 10, exp + 1
    return _rounded(_make(sign, n, exp), context)


def _whole(a, b, context):
    """a // b and a % b, both cut towards zero."""
    nan = _nan_of(a, b)
    if nan is not None:
        return nan, nan
    if a._special:
        return None if b._special else _make(a._sign ^ b._sign, 0, 0, "Infinity"), None
    if not b._special and not b._int:
        if not a._int:
            _invalid("DivisionUndefined")
        raise DivisionByZero([DivisionByZero])
    if b._special:
        return _make(a._sign ^ b._sign, 0, 0), _rounded(a, context)
    exp = min(a._exp, b._exp)
    q, r = divmod(a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp))
    if len(str(q)) > context.prec:
        _invalid("DivisionImpossible")
    return _make(a._sign ^ b._sign, q, 0), _rounded(_make(a._sign, r, exp), context)


class Decimal(Number):
    __slots__ = ("_sign", "_int", "_exp", "_special")

    def __new__(cls, value="0", context=None):
        if isinstance(value, Decimal):
            return _make(value._sign, value._int, value._exp, value._special)
        if isinstance(value, int):
            return _make(int(value < 0), abs(int(value)), 0)
        if isinstance(value, str):
            return cls._of_text(value)
        if isinstance(value, float):
            return cls.from_float(value)
        if isinstance(value, (list, tuple)):
            if len(value) != 3:
                raise ValueError("argument must be a sequence of length 3")
            sign, digits, exp = value
            n = int("".join([str(d) for d in digits]) or "0")
            if exp == "F":
                return _make(sign, 0, 0, "Infinity")
            if exp in ("n", "N"):
                return _make(sign, 0, 0, "NaN" if exp == "n" else "sNaN")
            return _make(sign, n, exp)
        raise TypeError(f"conversion from {type(value).__name__} to Decimal is not supported")

    @classmethod
    def _of_text(cls, text):
        text = text.strip().replace("_", "")
        sign = int(text[:1] == "-")
        body = text[1:] if text[:1] in ("-", "+") else text
        low = body.lower()
        if low in ("inf", "infinity"):
            return _make(sign, 0, 0, "Infinity")
        if low in ("nan", "snan"):
            return _make(sign, 0, 0, "NaN" if low == "nan" else "sNaN")
        mantissa, e, exponent = low.partition("e")
        whole, _, part = mantissa.partition(".")
        digits = whole + part
        plain = exponent[1:] if exponent[:1] in ("-", "+") else exponent
        if not digits or not digits.isdecimal() or e and not plain.isdecimal():
            _invalid("ConversionSyntax")
        return _make(sign, int(digits), (int(exponent) if e else 0) - len(part))

    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if math.isinf(f) or math.isnan(f):
            return _make(int(f < 0), 0, 0, "Infinity" if math.isinf(f) else "NaN")
        n, d = abs(f).as_integer_ratio()
        places = d.bit_length() - 1
        return _make(int(math.copysign(1.0, f) < 0), n * 5 ** places, -places)

    def as_tuple(self):
        digits = tuple([int(c) for c in str(self._int)])
        exp = {"Infinity": "F", "NaN": "n", "sNaN": "N"}.get(self._special, self._exp)
        return DecimalTuple(self._sign, digits if not self._special else (0,) if exp == "F" else (), exp)

    def as_integer_ratio(self):
        if self._special == "Infinity":
            raise OverflowError("cannot convert Infinity to integer ratio")
        if self._special:
            raise ValueError("cannot convert NaN to integer ratio")
        n = -self._int if self._sign else self._int
        if self._exp >= 0:
            return n * 10 ** self._exp, 1
        d = 10 ** -self._exp
        common = math.gcd(n, d)
        return n // common, d // common

    def __repr__(self):
        return f"Decimal('{self}')"

    def __str__(self, eng=False, context=None):
        sign = "-" if self._sign else ""
        if self._special:
            return sign + self._special
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            point = left
        elif not eng:
            point = 1
        elif not self._int:
            point = (left + 1) % 3 - 1
        else:
            point = (left - 1) % 3 + 1
        if point <= 0:
            text = "0." + "0" * -point + digits
        elif point >= len(digits):
            text = digits + "0" * (point - len(digits))
        else:
            text = digits[:point] + "." + digits[point:]
        return sign + text + ("" if left == point else f"E{left - point:+d}")

    def to_eng_string(self, context=None):
        return self.__str__(eng=True)

    def __format__(self, spec, context=None):
        if not spec:
            return str(self)
        kind = spec[-1] if spec[-1] in "eEfFgG%" else ""
        rest = spec[:-1] if kind else spec
        head, dot, places = rest.partition(".")
        if self._special or kind not in ("f", "F", "%", "") or dot and not places.isdecimal():
            raise NotImplementedError("decimal: this format is not offered here; 'f' and '%' are")
        x = self._shifted(2) if kind == "%" else self
        if dot and kind:
            x = _make(x._sign, x._int, x._exp)._at(-int(places), getcontext().rounding)
        elif dot:
            x = _rounded(x, Context(prec=max(int(places), 1)))
        if not kind and not (x._exp <= 0 and x._exp + len(str(x._int)) > -6):
            raise NotImplementedError("decimal: this format is not offered here; 'f' and '%' are")
        return _laid_out(x, head, "%" if kind == "%" else "")

    def _shifted(self, places):
        return _make(self._sign, self._int, self._exp + places)

    def _at(self, exp, rounding):
        """The number with this exponent."""
        if exp <= self._exp:
            return _make(self._sign, self._int * 10 ** (self._exp - exp), exp)
        return _make(self._sign, _cut(self._sign, self._int, exp - self._exp, rounding), exp)

    def quantize(self, exp, rounding=None, context=None):
        context = context or getcontext()
        exp = _number(exp)
        nan = _nan_of(self, exp)
        if nan is not None:
            return nan
        if self._special or exp._special:
            if self._special and exp._special:
                return self
            _invalid()
        r = self._at(exp._exp, rounding or context.rounding)
        if len(str(r._int)) > context.prec:
            _invalid()
        return r

    def to_integral_value(self, rounding=None, context=None):
        if self._special or self._exp >= 0:
            return self
        return self._at(0, rounding or (context or getcontext()).rounding)

    to_integral = to_integral_exact = to_integral_value

    def normalize(self, context=None):
        x = _rounded(self, context or getcontext())
        if x._special:
            return x
        n, exp = x._int, x._exp
        if not n:
            return _make(x._sign, 0, 0)
        while n % 10 == 0:
            n, exp = n // 10, exp + 1
        return _make(x._sign, n, exp)

    def sqrt(self, context=None):
        context = context or getcontext()
        nan = _nan_of(self)
        if nan is not None:
            return nan
        if self._sign and (self._special or self._int):
            _invalid()
        if self._special:
            return self
        if not self._int:
            return _rounded(_make(self._sign, 0, self._exp // 2), context)
        e = self._exp // 2
        n = self._int * 10 if self._exp % 2 else self._int
        places = context.prec + 1 - (len(str(n)) + 1) // 2
        if places >= 0:
            n *= 100 ** places
            exact = True
        else:
            n, rest = divmod(n, 100 ** -places)
            exact = not rest
        root = math.isqrt(n)
        if exact and root * root == n:
            root = root // 10 ** places if places >= 0 else root * 10 ** -places
            return _rounded(_make(0, root, e), context._half_even())
        root += root % 5 == 0
        return _rounded(_make(0, root, e - places), context._half_even())

    def adjusted(self):
        return 0 if self._special else self._exp + len(str(self._int)) - 1

    def is_nan(self):
        return self._special in ("NaN", "sNaN")

    def is_infinite(self):
        return self._special == "Infinity"

    def is_finite(self):
        return not self._special

    def is_zero(self):
        return not self._special and not self._int

    def is_signed(self):
        return bool(self._sign)

    def copy_abs(self):
        return _make(0, self._int, self._exp, self._special)

    def copy_negate(self):
        return _make(1 - self._sign, self._int, self._exp, self._special)

    def __bool__(self):
        return bool(self._special or self._int)

    def __neg__(self):
        if self.is_nan():
            return self
        return _rounded(self.copy_negate() if self else self.copy_abs(), getcontext())

    def __pos__(self):
        return _rounded(self if self else self.copy_abs(), getcontext())

    def __abs__(self):
        return _rounded(self.copy_abs(), getcontext())

    def _with(self, other, of, swapped=False):
        other = _number(other)
        if other is None:
            return NotImplemented
        return of(other, self, getcontext()) if swapped else of(self, other, getcontext())

    def __add__(self, other):
        return self._with(other, _add)

    __radd__ = __add__

    def __sub__(self, other):
        return self._with(other, _subtract)

    def __rsub__(self, other):
        return self._with(other, _subtract, True)

    def __mul__(self, other):
        return self._with(other, _multiply)

    __rmul__ = __mul__

    def __truediv__(self, other):
        return self._with(other, _divide)

    def __rtruediv__(self, other):
        return self._with(other, _divide, True)

    def __floordiv__(self, other):
        return self._with(other, _quotient)

    def __rfloordiv__(self, other):
        return self._with(other, _quotient, True)

    def __mod__(self, other):
        return self._with(other, _remainder)

    def __rmod__(self, other):
        return self._with(other, _remainder, True)

    def __divmod__(self, other):
        return self._with(other, _both)

    def __rdivmod__(self, other):
        return self._with(other, _both, True)

    def __pow__(self, other, modulo=None):
        other = _number(other)
        if other is None:
            return NotImplemented
        context = getcontext()
        if modulo is not None or self._special or other._special or other != other.to_integral_value():
            raise NotImplementedError("decimal: powers are offered of finite numbers and whole exponents")
        power = int(other)
        if not self._int and power <= 0:
            if power == 0:
                _invalid()
            return _make(self._sign & -power, 0, 0, "Infinity")
        if not self._int and power:
            return _make(self._sign & power, 0, 0)
        if power >= 0:
            return _rounded(_make(self._sign & power, self._int ** power, self._exp * power), context)
        below = _make(self._sign & -power, self._int ** -power, self._exp * -power)
        return _divide(_make(0, 1, 0), below, context)

    def __rpow__(self, other):
        other = _number(other)
        return NotImplemented if other is None else other ** self

    def _order(self, other, test):
        if isinstance(other, float):
            other = Decimal(other)
        elif not isinstance(other, Decimal) and not isinstance(other, int) and hasattr(other, "as_integer_ratio"):
            n, d = other.as_integer_ratio()
            return test(_key(self * d), _key(Decimal(n)))
        other = _number(other)
        if other is None:
            return NotImplemented
        if self.is_nan() or other.is_nan():
            return None
        return test(_key(self), _key(other))

    def __eq__(self, other):
        r = self._order(other, lambda a, b: a == b)
        return False if r is None else r

    def _less(self, other, test):
        r = self._order(other, test)
        if r is None:
            _invalid()
        return r

    def __lt__(self, other):
        return self._less(other, lambda a, b: a < b)

    def __le__(self, other):
        return self._less(other, lambda a, b: a <= b)

    def __gt__(self, other):
        return self._less(other, lambda a, b: a > b)

    def __ge__(self, other):
        return self._less(other, lambda a, b: a >= b)

    def compare(self, other, context=None):
        other = _number(other)
        return _nan_of(self, other) or Decimal((self > other) - (self < other))

    def max(self, other, context=None):
        other = _number(other)
        return _rounded(self if self >= other else other, context or getcontext())

    def min(self, other, context=None):
        other = _number(other)
        return _rounded(self if self <= other else other, context or getcontext())

    def __hash__(self):
        if self._special:
            return hash(float(self)) if self._special == "Infinity" else object.__hash__(self)
        p = 2 ** 61 - 1
        factor = pow(10, self._exp, p) if self._exp >= 0 else pow(pow(10, p - 2, p), -self._exp, p)
        h = self._int * factor % p
        h = -h if self._sign else h
        return -2 if h == -1 else h

    def __int__(self):
        if self._special == "Infinity":
            raise OverflowError("cannot convert Infinity to integer")
        if self._special:
            raise ValueError("cannot convert NaN to integer")
        n = self._int * 10 ** self._exp if self._exp >= 0 else self._int // 10 ** -self._exp
        return -n if self._sign else n

    __trunc__ = __int__

    def __float__(self):
        return float(str(self).replace("sNaN", "nan"))

    def __complex__(self):
        return complex(float(self))

    def __floor__(self):
        return int(self.to_integral_value(ROUND_FLOOR))

    def __ceil__(self):
        return int(self.to_integral_value(ROUND_CEILING))

    def __round__(self, n=None):
        if n is None:
            return int(self.to_integral_value(ROUND_HALF_EVEN))
        return self.quantize(_make(0, 1, -n), ROUND_HALF_EVEN)

    @property
    def real(self):
        return self

    @property
    def imag(self):
        return Decimal(0)

    def conjugate(self):
        return self

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self


def _half_even(self):
    made = self.copy()
    made.rounding = ROUND_HALF_EVEN
    return made


Context._half_even = _half_even


def _remainder(a, b, context):
    if _nan_of(a, b) is None and not b._special and not b._int and (a._int or a._special):
        _invalid()
    return _known(_whole(a, b, context)[1])


def _quotient(a, b, context):
    return _known(_whole(a, b, context)[0])


def _both(a, b, context):
    q, r = _whole(a, b, context)
    return _known(q), _known(r)


def _known(x):
    """A result that there is."""
    return _invalid() if x is None else x


def _key(x):
    """What orders finite numbers and infinities."""
    if x._special:
        return -math.inf if x._sign else math.inf
    if x._exp >= 0:
        return (-1) ** x._sign * x._int * 10 ** x._exp
    from fractions import Fraction
    return Fraction((-1) ** x._sign * x._int, 10 ** -x._exp)


def _laid_out(x, head, end):
    """Sign, groups, width and fill of a format."""
    fill, align, i = " ", ">", 0
    if len(head) > 1 and head[1] in "<>^=":
        fill, align, i = head[0], head[1], 2
    elif head[:1] and head[0] in "<>^=":
        align, i = head[0], 1
    plus = head[i] if head[i:i + 1] and head[i] in "+- " else "-"
    i += head[i:i + 1] == plus and head[i:i + 1] != ""
    if head[i:i + 1] == "0" and align == ">":
        fill, align, i = "0", "=", i + 1
    group = "," if head.endswith(",") else ""
    width = head[i:len(head) - len(group)]
    text = str(x._int)
    if x._exp < 0:
        text = text.rjust(1 - x._exp, "0")
        whole, part = text[:x._exp], "." + text[x._exp:]
    else:
        whole, part = text + ("0" * x._exp if x._int else ""), ""
    if group:
        whole = f"{int(whole):,}"
    sign = "-" if x._sign else "" if plus == "-" else plus
    body, wide = whole + part + end, int(width or 0)
    if align == "=":
        return sign + body.rjust(wide - len(sign), fill)
    body = sign + body
    return body.ljust(wide, fill) if align == "<" else body.center(wide, fill) if align == "^" else body.rjust(wide, fill)


from collections import namedtuple
DecimalTuple = namedtuple("DecimalTuple", "sign digits exponent")
