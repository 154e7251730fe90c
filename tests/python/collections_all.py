from collections import namedtuple, defaultdict, Counter, OrderedDict, ChainMap, UserDict, UserList
P = namedtuple('P', 'x y', defaults=[5])
p = P(3)
print(p, p.x, p.y, p._replace(y=9), p._asdict(), P._fields, p == (3, 5), isinstance(p, tuple), P._field_defaults)
a, b = p
print(a, b, [*p], p + (1,), p[0], p[-1], len(p), hash(p) == hash((3, 5)), sorted([P(2), P(1)]), P._make([7, 8]), p.__class__.__name__, P.__doc__, P)
try: P()
except TypeError as e: print(e)
try: P(1, 2, 3)
except TypeError as e: print(e)
try: P(z=1)
except TypeError as e: print(e)
try: p.q = 3
except AttributeError as e: print(e)
class Q(namedtuple('Q', ['a', 'b'])):
    def s(self): return self.a + self.b
print(Q(1, 2), Q(b=1, a=5).s(), repr(Q(1,2)._replace(a=7)))
d = defaultdict(list)
for k, v in [('a', 1), ('b', 2), ('a', 3)]: d[k].append(v)
print(d, dict(d), d.get('z'), 'z' in d, d['z'], len(d), d.default_factory, sorted(d.items()))
n = defaultdict(lambda: defaultdict(int)); n['x']['y'] += 1; print(n['x'], {k: dict(v) for k, v in n.items()})
c = Counter('abracadabra')
print(c, c.most_common(2), c['q'], sum(c.values()), c + Counter('aab'), c - Counter('aab'), c & Counter('aab'), c | Counter('zz'), list(c.elements())[:5], c.total(), +c, dict(c) == c)
c.update('aaa'); c.subtract({'b': 5}); print(c, -c, c == Counter(c), isinstance(c, dict))
del c['nothing']; c['a'] += 1; print(c['a'], max(c, key=c.get), sorted(c, key=lambda k: (-c[k], k)))
o = OrderedDict([('a', 1), ('b', 2), ('c', 3)])
o.move_to_end('a'); print(o, list(o), o.popitem(last=False), o, o == {'c': 3, 'a': 1}, o == OrderedDict([('a', 1), ('c', 3)]), list(reversed(o)))
o.move_to_end('a', last=False); print(o, OrderedDict.fromkeys('ab', 0), OrderedDict())
m = ChainMap({'a': 1}, {'a': 2, 'b': 3}); print(m, m['a'], m['b'], list(m), len(m), m.new_child({'c': 1}), m.parents, dict(m))
print({**m, 'b': 4}, (lambda **k: k)(**m, d=5), {'z': 0, **UserDict(a=1)}, dict(**UserDict(b=2)))
class U(UserDict):
    def __setitem__(self, k, v): super().__setitem__(k, v * 2)
u = U(a=1); u['b'] = 4; print(u, u['a'], len(u), sorted(u.items()), 'a' in u, u.get('zz', 0))
l = UserList([3, 1]); l.append(2); l.sort(); print(l, l + [9], l[0], len(l), l[1:], type(l[1:]).__name__)
def f(**k): return k
print(f(**d), {**c}, dict(o), dict(**o))
import copy
print(copy.copy(p), copy.deepcopy(d), copy.deepcopy(p))
