from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Sequence, Mapping, MutableMapping, Set, Iterable, Sized, Callable, Hashable, MutableSequence, MutableSet, Iterator, KeysView
import collections.abc, numbers, decimal, fractions
class Plug(ABC):
    @abstractmethod
    def run(self): ...
    @classmethod
    def __subclasshook__(cls, C):
        if cls is Plug:
            return any("run" in B.__dict__ for B in C.__mro__ if B is not object and B is not int) or NotImplemented
        return NotImplemented
class R:
    def run(self): return 1
print(isinstance(R(), Plug), issubclass(R, Plug), issubclass(int, Plug), isinstance(3, Plug))
class Shape(ABC): pass
@Shape.register
class Sq: pass
print(isinstance(Sq(), Shape), issubclass(Sq, Shape), Sq.__mro__)
try: Plug()
except TypeError as e: print(e)
class Deck(Sequence):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, i):
        if i >= self.n: raise IndexError
        return i * i
d = Deck(4)
print(list(d), 9 in d, d.index(4), d.count(1), list(reversed(d)), isinstance(d, Iterable), isinstance(d, Sized), Deck.__abstractmethods__)
class Bad(Sequence):
    def __len__(self): return 0
try: Bad()
except TypeError as e: print(e)
class Low(MutableMapping):
    def __init__(self, *a, **k): self.d = {}; self.update(*a, **k)
    def __getitem__(self, k): return self.d[k.lower()]
    def __setitem__(self, k, v): self.d[k.lower()] = v
    def __delitem__(self, k): del self.d[k.lower()]
    def __iter__(self): return iter(self.d)
    def __len__(self): return len(self.d)
l = Low({"A": 1}, B=2)
print(list(l.keys()), type(l.keys()).__name__, list(l.items()), l == {"a": 1, "b": 2}, l.pop("A"), l.setdefault("q", 3), dict(l), "Q" in l, len(l.values()))
class Bits(MutableSet):
    def __init__(self, it=()): self.x = list(dict.fromkeys(it))
    def __contains__(self, v): return v in self.x
    def __iter__(self): return iter(self.x)
    def __len__(self): return len(self.x)
    def add(self, v): self.x.append(v) if v not in self.x else None
    def discard(self, v): self.x.remove(v) if v in self.x else None
    def __repr__(self): return f"Bits({self.x})"
a, b = Bits([1, 2, 3]), Bits([2, 5])
print(a & b, a | b, a - b, a ^ b, a <= b, Bits([2]) < a, a == Bits([3, 2, 1]), a.isdisjoint([9]), a & {3}, {1, 7} | b if False else b | {7})
a |= [8]; a -= b; print(a, a.pop(), a)
print(isinstance({}.keys(), KeysView), isinstance([], Hashable), isinstance((), Hashable), issubclass(R, Hashable), isinstance(len, Callable))
print(isinstance(decimal.Decimal(1), numbers.Number), isinstance(fractions.Fraction(1, 2), numbers.Rational), isinstance(True, numbers.Integral))
class Meta(type):
    def __instancecheck__(cls, x): return x == 42
    def __subclasscheck__(cls, c): return c is int or super().__subclasscheck__(c)
class Answer(metaclass=Meta): pass
class Sub(Answer): pass
print(isinstance(42, Answer), isinstance(1, Answer), isinstance(Answer(), Answer), isinstance(Sub(), Answer), issubclass(int, Answer), issubclass(Sub, Answer), issubclass(str, Answer))
print([c.__name__ for c in Answer.__subclasses__()], Answer.mro())
class Eq:
    def __eq__(self, o): return True
print(isinstance(Eq(), Hashable), issubclass(Eq, Hashable))
import typing
@typing.runtime_checkable
class HasName(typing.Protocol):
    name: str
class N:
    name = "x"
print(isinstance(N(), HasName), isinstance(R(), HasName))
try: issubclass(N, HasName)
except TypeError as e: print(e)
class Pr(typing.Protocol):
    def f(self): ...
try: Pr()
except TypeError as e: print(e)
class Im(Pr):
    def f(self): return 2
print(Im().f(), isinstance(Im(), Im))
T = typing.TypeVar("T")
class Box(typing.Protocol[T]):
    def get(self) -> T: ...
class IntBox(Box[int]):
    def get(self): return 1
print(IntBox().get(), issubclass(Iterator, Iterable), Iterator.__mro__[1:3])
class It(Iterator):
    def __init__(self): self.n = 0
    def __next__(self):
        self.n += 1
        if self.n > 2: raise StopIteration
        return self.n
print(list(It()), isinstance(It(), Iterable))
