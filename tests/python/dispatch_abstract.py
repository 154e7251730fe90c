from collections import abc
from functools import singledispatch
from decimal import Decimal
from fractions import Fraction
import numbers


@singledispatch
def kind(x):
    return "object"


@kind.register
def _(x: numbers.Integral):
    return "integral"


@kind.register(numbers.Number)
def _(x):
    return "number"


@kind.register
def _(x: bool):
    return "bool"


@kind.register
def _(x: abc.Sequence):
    return "sequence"


@kind.register
def _(x: str):
    return "str"


@kind.register(abc.Mapping)
@kind.register(abc.Set)
def _(x):
    return "set or mapping"


class Own(abc.Sequence):
    def __len__(self):
        return 0

    def __getitem__(self, i):
        raise IndexError


class Text(str):
    pass


class Whole(int):
    pass


class D(Decimal):
    pass


for x in (3, 2.5, True, 1j, Fraction(1, 2), [], (), "a", b"a", range(3), {}, {1}, frozenset(), None, len, Own(), Text("x"), Whole(4), object()):
    print(type(x).__name__, kind(x))
print(kind.dispatch(bool)(0), kind.dispatch(str)(0), sorted(c.__name__ for c in kind.registry))


@singledispatch
def both(x):
    return "none"


@both.register
def _(x: abc.Sized):
    return "sized"


@both.register
def _(x: abc.Iterable):
    return "iterable"


try:
    print(both([]))
except RuntimeError as e:
    print(str(e).split(":")[0])
print(both(iter([])), both(3))
for x in (Decimal(1), D(2), 1, 2.5):
    print([isinstance(x, c) for c in (numbers.Number, numbers.Complex, numbers.Real)], kind(x))
print(isinstance(2.5, numbers.Number), isinstance(True, numbers.Number), isinstance("a", numbers.Number), isinstance(iter([]), abc.Sized),
      isinstance({}.keys(), abc.Sized), isinstance(map(len, []), abc.Container), isinstance((x for x in []), abc.Collection))
