import collections
def _upper(key):
    try: return key.upper()
    except AttributeError: return key
class M:
    def __setitem__(self, key, item): super().__setitem__(_upper(key), item)
    def __getitem__(self, key): return super().__getitem__(_upper(key))
    def get(self, key, default=None): return super().get(_upper(key), default)
    def __contains__(self, key): return super().__contains__(_upper(key))
class C(M, collections.Counter):
    pass
class D(M, collections.UserDict):
    pass
c = C('BaNanA')
print(c.most_common(), c)
c['n'] += 4
print(c)
print(c['zz'], 'a' in c, c.get('b'))
d = D([('a', 1), (2, 'B')])
print(d, d['A'], 'b' in d)
class E2(dict):
    def __setitem__(self, k, v): print('set', k); super().__setitem__(k, v)
    def __missing__(self, k): return k * 2
e = E2(a=1); e.update(b=2); print(e, e['qq']); e['c'] = 3; e.setdefault('z', 1); print(e)
from collections.abc import Callable
from typing import Any, NoReturn, get_type_hints
class Field:
    def __init__(self, name, constructor):
        self.name = name; self.constructor = constructor
    def __set__(self, instance, value):
        print('set', self.name)
        instance.__dict__[self.name] = value
class B:
    def __init_subclass__(subclass):
        super().__init_subclass__()
        for name, c in get_type_hints(subclass).items():
            setattr(subclass, name, Field(name, c))
    def __init__(self, **kw):
        for name in get_type_hints(type(self)):
            setattr(self, name, kw[name])
class M(B):
    title: str
    year: int
m = M(title="x", year=3)
print(m.title, m.year, m.__dict__)
class Ov:
    def __set__(self, i, v): i.__dict__['a'] = v
class A:
    a = Ov()
x = A(); x.a = 5; print(x.a, x.__dict__)
del x.__dict__['a']; print(type(x.a).__name__)
import abc


class S(abc.ABC):
    def f(self):
        pass

    @abc.abstractmethod
    def g(self):
        ...


class T(S):
    def g(self):
        return 1


class U(S):
    g = None


print(S.__abstractmethods__, T.__abstractmethods__, [c.__name__ for c in S.__subclasses__()], T.mro())
print([c.__name__ for c in LookupError.__subclasses__()][:2], T.__subclasses__(), type.mro(T) == T.mro())
s = {frozenset({3}), frozenset({1, 9})}
print(s)
print(hash(frozenset({1,9})), hash(frozenset()), hash(frozenset({1,2,3,-5})))
print(set(map(frozenset, [[1,2],[3]])))
print(set(map(frozenset, ([5,6], [7,8]))))
