"""Kinds of numbers, as classes."""
from _typing import structural


class Number:
    pass


class Complex(Number):
    pass


class Real(Complex):
    pass


class Rational(Real):
    pass


class Integral(Rational):
    pass


for _c in (Complex, Real, Rational, Integral):
    structural(_c)
del _c
