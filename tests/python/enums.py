from enum import Enum, IntEnum, Flag, auto, unique, IntFlag, StrEnum
class Color(Enum):
    RED = 1
    GREEN = 2
    BLUE = 3
    CRIMSON = 1
    def hot(self): return self is Color.RED
    @classmethod
    def first(cls): return cls.RED
    @property
    def low(self): return self.name.lower()
print(Color.RED, repr(Color.RED), Color.RED.name, Color.RED.value, Color(2), Color['BLUE'], list(Color), len(Color), Color.CRIMSON is Color.RED, Color.RED.hot(), Color.first(), Color.BLUE.low, Color, Color.RED in Color, Color.RED == 1, Color.RED == Color.RED, Color.RED != Color.BLUE, {Color.RED: 5}[Color.RED], isinstance(Color.RED, Color), type(Color.RED), [c.name for c in Color], f"{Color.RED}", Color.__members__.keys(), bool(Color.RED))
try: Color(9)
except ValueError as e: print(e)
try: Color['X']
except KeyError as e: print(repr(e))
try: Color.RED = 3
except AttributeError as e: print(e)
try:
    class More(Color): pass
except TypeError as e: print(e)
class N(IntEnum):
    A = 1; B = 5; C = auto()
print(N.A + 1, N.B > N.A, N.C.value, f"{N.B}", str(N.B), repr(N.B), [10, 20][N.A], sorted([N.C, N.A]), N.A == 1, N(5), sum(N), max(N), int(N.C), range(N.A), hash(N.A) == hash(1), {1: 'x'}[N.A], isinstance(N.A, int), -N.B, N.A < 3)
class W(str, Enum):
    X = 'ex'; Y = 'why'
print(W.X == 'ex', W.X, repr(W.X), W.X.upper(), W('why'), 'a' + W.X, W.X.value, f"{W.X}", {'ex': 1}[W.X])
class P(Flag):
    R = auto(); W = auto(); X = auto()
    RW = R | W
print(P.R | P.W, repr(P.R | P.X), P.RW, list(P), P.R in P.RW, (P.R | P.W) & P.W, P.R ^ P.RW, ~P.R, bool(P.R & P.W), P(0), repr(P(0)), P(3) is P.RW, list(P.RW), P.R.value, P.X.value, len(P.RW))
class Q(IntFlag):
    A = 1; B = 2
print(Q.A | Q.B, repr(Q.A | Q.B), Q.A | 4, repr(Q(7)), Q.A & 1, (Q.A | Q.B) == 3)
class S(StrEnum):
    ONE = auto(); TWO = 'zwei'
print(S.ONE, S.TWO, repr(S.ONE), S.ONE == 'one', S('zwei'), f"{S.TWO:>6}")
class Planet(Enum):
    EARTH = (1.0, 2.0); MARS = (3.0, 4.0)
    def __init__(self, mass, radius):
        self.mass = mass; self.radius = radius
    @property
    def g(self): return self.mass / self.radius
print(Planet.EARTH.g, Planet.MARS.value, Planet.MARS.mass, Planet((1.0, 2.0)))
try:
    @unique
    class D(Enum):
        A = 1; B = 1
except ValueError as e: print(e)
F = Enum('F', 'CAT DOG'); print(list(F), F.CAT.value)
G = Enum('G', {'a': 3, 'b': 4}); print(list(G))
class O(Enum):
    @staticmethod
    def _generate_next_value_(name, start, count, last): return name * 2
    A = auto(); B = auto()
    @classmethod
    def _missing_(cls, v): return cls.A
print(O.A.value, O.B.value, O('zz'))
class Sh(Enum):
    def __new__(cls, code, label):
        o = object.__new__(cls); o._value_ = code; o.label = label; return o
    S = (1, 'small'); L = (2, 'large')
print(Sh(1), Sh.L.label, Sh.S.value)
class Op(Enum):
    ADD = '+'
    def __str__(self): return self.value
    def __call__(self, a, b): return a + b
print(Op.ADD, f"{Op.ADD}", Op.ADD(1, 2), repr(Op.ADD))
d = {c: c.value for c in Color}; print(d)
