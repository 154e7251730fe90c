import functools
from functools import lru_cache, cache, cached_property, cmp_to_key, total_ordering, singledispatch, wraps, partial, reduce
calls = []
@lru_cache(maxsize=2)
def f(x): calls.append(x); return x * x
print(f(1), f(2), f(1), f(3), f(2), calls, f.cache_info(), f.__name__)
f.cache_clear(); print(f.cache_info(), f.cache_parameters())
@cache
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(80), fib.cache_info().hits, fib.__wrapped__.__name__)
class A:
    n = 0
    @cached_property
    def v(self): A.n += 1; return 42
    @lru_cache(None)
    def m(self, k): A.n += 1; return k
    @functools.lru_cache
    def z(self): return 'z'
a = A(); print(a.v, a.v, A.n, a.m(1), a.m(1), A.n, a.z(), a.__dict__)
print(sorted([3, 1, 2], key=cmp_to_key(lambda a, b: b - a)))
@total_ordering
class V:
    def __init__(s, x): s.x = x
    def __eq__(s, o): return s.x == o.x
    def __lt__(s, o): return s.x < o.x
print(V(1) <= V(1), V(2) > V(1), V(2) >= V(3), max([V(1), V(5)], key=lambda v: v.x).x)
@singledispatch
def show(x): return 'obj'
@show.register
def _(x: int): return 'int'
@show.register(list)
def _(x): return 'list' + str(len(x))
print(show(1), show('a'), show([1]), show(True), show.dispatch(int)(3))
def deco(fn):
    @wraps(fn)
    def inner(*a, **k):
        "inner doc"
        return fn(*a, **k)
    return inner
@deco
def g(x: int) -> int:
    "doc of g"
    return x
print(g.__name__, g.__doc__, g.__wrapped__(3), g.__annotations__, g.__qualname__, g.__module__)
print(partial(max, 3)(5), reduce(lambda a, b: a * b, range(1, 6)), reduce(lambda a, b: a + b, [], 7))
from abc import ABC, abstractmethod, ABCMeta
class Sh(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
class Sq(Sh):
    def area(self): return 4
try: Sh()
except TypeError as e: print(e)
try: Sq()
except TypeError as e: print(e)
class Ok(Sq):
    name = 'ok'
print(Ok().area(), Ok().name, isinstance(Ok(), Sh), Sh.__name__, type(Sh))
class M(metaclass=ABCMeta):
    @abstractmethod
    def f(self): pass
try: M()
except TypeError as e: print(e)
