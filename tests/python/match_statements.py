from dataclasses import dataclass
from collections import namedtuple, deque
from enum import Enum
class K(Enum):
    A = 1
    B = 2
@dataclass
class Pt:
    x: int
    y: int
class Base:
    __match_args__ = ('p', 'q')
    def __init__(self, p, q): self.p, self.q = p, q
N = namedtuple('N', 'u v')
def f(v):
    match v:
        case 0 | 1: return 'bit'
        case -1: return 'minus'
        case 2.5: return 'float'
        case 1 + 2j: return 'complex'
        case 'a' | "b": return 'letter'
        case None: return 'none'
        case True: return 'true'
        case K.A: return 'enum A'
        case []: return 'empty'
        case [x]: return f'one {x}'
        case [1, *rest]: return f'one and {rest}'
        case (first, *_, last) if first == last: return f'same ends {first}'
        case [Pt(x=0, y=y), _]: return f'pt list {y}'
        case [a, b, c]: return f'three {a} {b} {c}'
        case {'k': k, 'z': [z1, z2], **others}: return f'map {k} {z1} {z2} {others}'
        case {'k': int() | float() as n}: return f'num {n}'
        case {}: return 'some map'
        case Pt(0, 0): return 'origin'
        case Pt(x, 0): return f'on x {x}'
        case Pt(x=xx, y=yy): return f'pt {xx} {yy}'
        case Base(p, q=5): return f'base {p}'
        case int(n) if n > 100: return f'big {n}'
        case str() as s: return f'str {s}'
        case int() | float(): return 'number'
        case _: return 'other'
for v in [0, 1, -1, 2.5, 1+2j, 'a', 'zz', None, True, K.A, K.B, [], [7], [1, 2, 3], (4, 5, 4), [Pt(0, 9), 3], (1,), (5, 6, 7), range(3), deque([8]), {'k': 1, 'z': [2, 3], 'o': 4}, {'k': 2.5}, {'q': 1}, Pt(0, 0), Pt(3, 0), Pt(3, 4), 500, 50, N(1, 2), 'string', {1, 2}]:
    print(v, '->', f(v))
def g(command):
    match command.split():
        case ['go', ('north' | 'south') as d]: return 'go ' + d
        case ['pick', obj, *more]: return (obj, more)
        case [cmd]: return cmd
    return 'nothing'
print(g('go north'), g('pick a b c'), g('look'), g('x y'))
match 3, 4:
    case a, b: print(a + b)
match (n := 5):
    case 5: print('five', n)
def gen(xs):
    for x in xs:
        match x:
            case [a, b]:
                yield a
                yield b
            case int(i) if i > 2:
                r = yield i
            case _:
                yield 'no'
print(list(gen([[1, 2], 5, 1, 'z'])))
match = 5
case = match + 1
print(match, case)
match = {'a': 1}
print(match['a'], [match for match in (1, 2)])
class C:
    match 5:
        case v: got = v
print(C.got)
try:
    match 5:
        case Pt(1, 2, 3): pass
        case int(1, 2): pass
except TypeError as e: print(e)
try:
    match Pt(1, 2):
        case Pt(1, 2, 3): pass
except TypeError as e: print(e)
def nested(t):
    match t:
        case ('add', l, r): return nested(l) + nested(r)
        case ('mul', l, r): return nested(l) * nested(r)
        case int() | float(): return t
        case _: raise ValueError(t)
print(f(Base(1, 5)), f(Base(1, 6)))
print(nested(('add', 2, ('mul', 3, 4))))
