from typing import NamedTuple, TypedDict, Optional
import typing
class P(NamedTuple):
    "a point"
    x: int
    y: int = 5
    def s(self): return self.x + self.y
    @property
    def d(self): return self.x * 2
p = P(3)
print(p, p.s(), p.d, P._fields, P._field_defaults, p == (3, 5), isinstance(p, tuple), P.__annotations__, P.__doc__)
a, b = p
Q = NamedTuple('Q', [('a', int), ('b', str)])
print(Q(1, 'z'), Q._fields)
try:
    class Bad(NamedTuple):
        a: int = 1
        b: int
except TypeError as e: print(e)
class T(TypedDict):
    name: str
    age: int
t: T = {'name': 'x', 'age': 3}
print(t, T(name='y', age=4), T.__annotations__, type(T(name='z', age=1)))
class E(P):
    def more(self): return 1
print(E(1), E(1).more())
