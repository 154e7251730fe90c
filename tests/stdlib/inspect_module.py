import inspect
from inspect import signature, Parameter
def f(a, b=2, /, c: int = 3, *args, d, e: str = "x", **kw) -> float: pass
def g(): pass
class C:
    "doc"
    def __init__(self, x, y=1): pass
    def m(self, z: "int") -> None:
        """Doc of m.

            more
        """
    @staticmethod
    def s(q): pass
    @classmethod
    def k(cls, q): pass
    @property
    def p(self): pass
class D(C):
    def m(self, z): pass
    def __call__(self, w): pass
def t(x):
    try: print(signature(x))
    except Exception as e: print(type(e).__name__, e)
import functools
for x in (f, g, C, C.m, C(1).m, C.s, C.k, D, D(1), lambda x, y=1: 0, functools.partial(f, 1), functools.lru_cache(g), 3, int):
    t(x)
s = signature(f)
print(repr(s), list(s.parameters), s.parameters["c"], repr(s.parameters["c"]), s.parameters["c"].kind, repr(s.parameters["c"].kind), s.return_annotation, s.parameters["a"].default is Parameter.empty, s.parameters["d"].annotation)
for n, p in s.parameters.items(): print(n, p.kind.name, int(p.kind), p.kind.description, p.default, p.annotation, str(p))
print(s.empty, Parameter.POSITIONAL_ONLY < Parameter.VAR_KEYWORD)
b = signature(lambda a, b=2, *c, d=4, **e: 0).bind(1, 5, 6, x=3)
print(b, b.args, b.kwargs, b.arguments)
b.apply_defaults()
print(b.arguments)
try: signature(g).bind(1)
except TypeError as e: print(e)
try: signature(f).bind()
except TypeError as e: print(e)
try: signature(f).bind(1,d=1,b=3)
except TypeError as e: print(e)
try: signature(C).bind(1,2,3,4)
except TypeError as e: print(e)
try: signature(C).bind(1,z=3)
except TypeError as e: print(e)
try: signature(C).bind(1,x=3)
except TypeError as e: print(e)
print(signature(f) == signature(f), signature(g) == signature(f), hash(signature(g)) == hash(signature(g)))
print(Parameter("x", Parameter.KEYWORD_ONLY, default=3, annotation=int), s.replace(parameters=[]), s.parameters["c"].replace(name="q"), inspect.Signature([Parameter("x", Parameter.POSITIONAL_ONLY)]))
print(inspect.getdoc(D.m), repr(inspect.getdoc(C.m)), inspect.cleandoc("  a\n    b\n      c\n\n"), inspect.getdoc(g), inspect.getdoc(D))
print([n for n, v in inspect.getmembers(C, inspect.isfunction)], [n for n, v in inspect.getmembers(C(1)) if not n.startswith("_")], [n for n, v in inspect.getmembers(D, inspect.ismethod)])
def gen(): yield
print(inspect.isfunction(f), inspect.isfunction(len), inspect.isbuiltin(len), inspect.isclass(C), inspect.ismethod(C(1).m), inspect.ismethod(C.m), inspect.isgeneratorfunction(gen), inspect.isgenerator(gen()), inspect.isroutine(C.m), inspect.ismodule(inspect), inspect.isdatadescriptor(C.p), inspect.iscoroutinefunction(f))
print(inspect.getfullargspec(f)); print(inspect.unwrap(functools.lru_cache(g)) is g, inspect.getmro(D) == D.__mro__)


class Point:
    def __new__(cls, x, /, y=0):
        return super().__new__(cls)


class Plain:
    pass


from collections import namedtuple
from dataclasses import dataclass, field
from typing import List, NamedTuple, Optional


@dataclass
class Data:
    a: int
    b: str = "x"
    c: list = field(default_factory=list)
    d: int = field(default=1, kw_only=True)
    e: int = field(default=1, init=False)


@dataclass
class Below(Data):
    z: C = None

    def __post_init__(self):
        pass


Pair = namedtuple("Pair", "x y", defaults=[1])


class Row(NamedTuple):
    a: int
    b: str = "x"


class Longer(Pair):
    def __new__(cls, z):
        return super().__new__(cls, z, z)


@functools.wraps(f)
def wrapper(*args, **keywords):
    return f(*args, **keywords)


def typed(a: List[int], b: Optional[str] = None, c: Plain = None, d: None = None, *, e: "Plain") -> Plain:
    pass


for x in (Point, Plain, Data, Below, Pair, Row, Longer, dict, Exception, wrapper, typed, functools.partial(g), functools.partial(f, 1, d=5), functools.partial(typed, b="q")):
    t(x)
print(signature(wrapper, follow_wrapped=False), signature(typed).bind_partial(1).arguments, inspect.getfullargspec(C(1).m).args)
for call in (lambda: Parameter("1x", 0), lambda: Parameter("x", 2, default=1), lambda: Parameter(3, 1), lambda: signature(typed).bind(1, c=2),
             lambda: inspect.Signature([Parameter("a", 3), Parameter("b", 1)]), lambda: inspect.Signature([Parameter("a", 1), Parameter("a", 1)])):
    try:
        print(call())
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
print(C(1).m.__func__ is C.m, C.k.__func__.__name__, inspect.isgenerator(x for x in []), inspect.isroutine([].append))
