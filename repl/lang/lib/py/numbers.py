"""Kinds of numbers, as classes."""
from abc import ABCMeta as _ABCMeta
from _typing import structural


class Number(metaclass=_ABCMeta):
    __hash__ = None


class Complex(Number):
    pass


class Real(Complex):
    pass


class Rational(Real):
    pass


class Integral(Rational):
    pass


for _c in (Number, Complex, Real, Rational, Integral):
    structural(_c)
del _c
