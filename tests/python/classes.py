class D(dict):
    def __missing__(self, k):
        self[k] = v = [k]
        return v
    def total(self):
        return sum(len(x) for x in self.values())
d = D(a=[1])
d['b'].append(2)
print(d, d.total(), isinstance(d, dict), type(d).__mro__, len(d), list(d), dict(d) == d)
class L(list):
    def __init__(self, *a):
        super().__init__(a)
        self.tag = 'x'
    def append(self, v):
        super().append(v * 2)
    def __getitem__(self, i):
        return ('got', super().__getitem__(i))
l = L(1, 2)
l.append(5)
print(l, l[0], l.tag, l + [3], [*l], len(l), l == [1, 2, 10], sorted(l, reverse=True), l[1:])
class T(tuple):
    def __new__(cls, a, b):
        return super().__new__(cls, (a, b))
    @property
    def x(self): return self[0]
    def __repr__(self): return f"T({self[0]}, {self[1]})"
t = T(1, 2)
print(t, t.x, t == (1, 2), hash(t) == hash((1, 2)), {t: 1}[(1, 2)], t + (3,), *t, t[::-1], '%s-%s' % t)
a, b = t
class I(int):
    def __new__(cls, v): return int.__new__(cls, v)
    def __add__(self, o): return I(int(self) + o + 100)
    def __repr__(self): return f"I<{int(self)}>"
i = I(3)
print(i, i + 1, i * 2, 2 * i, i == 3, {3: 'three'}[i], [1, 2, 3, 4][i], range(i), f"{i:03d}", i < 4, -i, abs(i), bool(I(0)), str(i), int(i), float(i), i.bit_length(), list(range(10))[:i], 10 % i, max(i, 2))
class S(str):
    def shout(self): return self.upper() + '!'
s = S('abc')
print(s, s.shout(), s == 'abc', {'abc': 1}[s], s + 'd', 'x' + s, len(s), s[1], repr(s), ','.join([s, s]), type(s.strip()), s in ['abc'], f"{s:>5}|", '%s' % s, isinstance(s, str), type(str(s)))
class St(set):
    def add2(self, x): self.add(x); self.add(-x)
st = St([1])
st.add2(4)
print(sorted(st), st, 4 in st, st | {9}, len(st))
class A:
    def f(self): return 'A'
class B(A):
    def f(self): return 'B' + super().f()
class C(A):
    def f(self): return 'C' + super().f()
class E(B, C):
    def f(self): return 'E' + super().f()
print(E().f(), [k.__name__ for k in E.__mro__], E.__bases__)
try:
    class F(A, B): pass
except TypeError as e: print(e)
class M(type):
    def __new__(mcs, name, bases, ns, **kw):
        ns['added'] = name.lower()
        return super().__new__(mcs, name, bases, ns)
    def __call__(cls, *a):
        print('making', cls.__name__, a)
        return super().__call__(*a)
    def __iter__(cls): return iter([1, 2])
    def __len__(cls): return 7
    def hello(cls): return 'hello ' + cls.__name__
    def __contains__(cls, x): return x == 5
    def __getitem__(cls, k): return k * 2
class P(metaclass=M):
    def __init__(self, v): self.v = v
p = P(3)
print(p.v, P.added, list(P), len(P), P.hello(), type(P), 5 in P, P[4], isinstance(P, M), isinstance(P, type))
class Q(P): pass
print(Q.added, type(Q).__name__)
X = type('X', (A,), {'z': 3, 'g': lambda self: self.z})
print(X().g(), X.__name__, X, X().f())
class Sing(type):
    _i = {}
    def __call__(cls, *a, **k):
        if cls not in cls._i: cls._i[cls] = super().__call__(*a, **k)
        return cls._i[cls]
class One(metaclass=Sing): pass
print(One() is One())
class MyE(ValueError, KeyError): pass
try: raise MyE('x')
except KeyError as e: print(repr(e))
