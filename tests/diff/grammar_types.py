"""Programs of generators, classes, dataclasses, context managers, itertools and functools, in the manner of grammar.py.

Each snippet is one of the shapes below, with what is in it drawn. Nothing here depends on addresses or on the order of
sets of strings.
"""
from grammar import TEXT as PLAIN

HEAD = '''
import itertools, functools, operator, math, copy
from dataclasses import dataclass, field, replace, asdict, astuple, fields, FrozenInstanceError
from abc import ABC, abstractmethod
from collections import deque, namedtuple, Counter, defaultdict, OrderedDict, ChainMap
from contextlib import contextmanager, suppress, ExitStack, closing, nullcontext

def show(f):
    try:
        v = f()
        print(repr(v))
    except Exception as e:
        print(type(e).__name__, e)

def drain(g, n=12):
    try:
        for v in itertools.islice(g, n):
            print('got', v)
    except Exception as e:
        print(type(e).__name__, e)
'''

GRAMMAR = {}


def production(name, text, separator='\n'):
    GRAMMAR[name] = [a.strip('\n') for a in text.strip('\n').split(separator) if a.strip()]


production('num', '$small\n$small\n$signed\n$small + 0.5')
production('list', '[]\n[$small]\n[$small, $signed, $small]\nlist(range($small))\n[3, 1, 2, 3]\n[$small, $small, $small, $small, $small]')
production('iter', '''
$list
range($small)
range($signed, $small, $step)
'abcab'
($list)[::-1]
iter($list)
(v * $small for v in $list)
(v for v in $list if v % 2)
itertools.chain($list, $list)
itertools.islice(itertools.count($small, $step), $small)
itertools.repeat($signed, $small)
itertools.accumulate($list)
itertools.accumulate($list, operator.mul, initial=$small)
itertools.takewhile(lambda v: v < $small, $list)
itertools.dropwhile(lambda v: v < $small, $list)
itertools.filterfalse(lambda v: v % 2, $list)
itertools.starmap(operator.add, zip($list, $list))
itertools.compress($list, [1, 0, 1, $small])
itertools.pairwise($list)
itertools.islice(itertools.cycle($list), $small)
map(lambda v: v + $small, $list)
filter(None, $list)
reversed($list)
enumerate($list, $small)
zip($list, 'abc')
itertools.zip_longest($list, $list, fillvalue=$signed)
itertools.product($list, 'ab')
itertools.permutations($list, 2)
itertools.combinations($list, 2)
itertools.combinations_with_replacement([$small, $small], 2)
itertools.chain.from_iterable([$list, $list])
sorted($list, reverse=True)
deque($list, maxlen=4)
{$small: 'a', $small: 'b', $small: 'c'}
{$small: 'a', $small: 'b'}.items()
''')
production('step', '1\n2\n3\n-1\n-2')
production('exc', 'ValueError\nKeyError\nTypeError\nZeroDivisionError\nIndexError\nStopIteration\nRuntimeError\nAttributeError\nLookupError\nGeneratorExit')
production('genbody', '''
yield $num
----
x = yield $num
print('sent', x)
----
x = (yield $num) or $small
total += x if isinstance(x, int) else 1
----
for v in $iter:
    yield v
----
for v in $iter:
    if v == $small:
        continue
    x = yield (v, total)
    if x is not None:
        total += 1
        print('x', x)
----
yield from $iter
----
r = yield from inner($small)
print('inner gave', r)
----
try:
    x = yield $num
    print('in', x)
except $exc as e:
    print('caught', type(e).__name__, e)
    yield $num
finally:
    print('finally $small')
----
try:
    $genbody
finally:
    total += 1
    print('end', total)
----
while total < $small:
    total += 1
    yield total
    if total == $small:
        break
else:
    print('else')
----
with manager('m$small') as m:
    yield m
    $genbody
----
if total % 2:
    $genbody
else:
    $genbody
----
yield [(yield $small), $small]
----
yield (yield (yield $num))
----
print(f'{(yield $small)!r:>6}')
----
return $num
----
raise $exc($small)
----
a, *b = $list or [1]
yield a
yield b
----
yield {k: v for k, v in zip('abc', $list)}
----
yield (lambda: total)()
----
total += sum(v for v in $list if v != $small)
yield total
''', '----')
production('drive', '''
print(next(g))
print(next(g, 'none'))
print(g.send(None))
print(g.send($small))
print(g.send('s'))
print(g.throw($exc($small)))
print(g.throw($exc))
g.close()
print(list(itertools.islice(g, 3)))
for v in g: print('v', v)
drain(g)
print(max(itertools.islice(g, 2), default=None, key=repr))
print(g.gi_frame is None) if False else print(type(g).__name__)
print([*itertools.islice(g, 2)])
print(tuple(zip(g, range(2))))
a, b, *c = itertools.islice(g, 4); print(a, b, c)
print(next(iter(g)) is None)
print(any(v == $small for v in itertools.islice(g, 3)))
print(functools.reduce(lambda a, b: (a, b), itertools.islice(g, 3)))
print(sum(1 for _ in itertools.islice(g, 5)))
print(sorted(map(repr, itertools.islice(g, 4))))
print(dict(enumerate(itertools.islice(g, 2))))
print(''.join(str(v) for v in itertools.islice(g, 3)))
''')
production('guarded', '''
try:
    $drive
except Exception as e:
    print(type(e).__name__, e, getattr(e, 'value', '-'))
''', '----')
production('generator', '''
@contextmanager
def manager(name):
    print('enter', name)
    try:
        yield name + '!'
    except $exc as e:
        print('suppressed', type(e).__name__)
    finally:
        print('exit', name)

deep = []
def inner(n):
    total = n
    deep.append(n)
    if len(deep) > 12:
        return 'deep'  # how deep a call may go is the interpreter's own matter
    $genbody
    return ('inner', total)

def gen(total=$small):
    $genbody
    $genbody
    $genbody

def run():
    g = gen($small)
    $guarded
    $guarded
    $guarded
    $guarded
    $guarded
    try:
        g.close()
    except Exception as e:
        print(type(e).__name__, e)
show(run)
''', '----')

# ---- classes ----
production('base', '''
class Base§:
    kind = 'base'
    def __init__(self, a=$small, *args, **kw):
        print('Base', a, args, sorted(kw))
        self.a = a
        super().__init__()
    def hello(self, other=$small):
        return ('base', self.a, other)
    def __eq__(self, other):
        return isinstance(other, Base§) and self.a == other.a
    def __hash__(self):
        return hash(self.a)
    def __repr__(self):
        return f'{type(self).__name__}({self.a!r})'
''', '----')
production('member', '''
def hello(self, other=$small):
    return ('sub', super().hello(other), other)
----
@property
def p(self):
    print('get p')
    return self.a * 2
@p.setter
def p(self, v):
    print('set p', v)
    self.a = v
----
@p.deleter
def p(self):
    print('del p')
----
@property
def p(self):
    raise $exc($small)
----
@classmethod
def make(cls, *args):
    print('make', cls.__name__, args)
    return cls(*args)
----
@staticmethod
def stat(x=$small, *, y=$small):
    return (x, y)
----
def __add__(self, other):
    return type(self)(self.a + (other.a if hasattr(other, 'a') else other))
----
def __radd__(self, other):
    return ('radd', other, self.a)
----
def __iadd__(self, other):
    self.a += $small
    return self
----
def __lt__(self, other):
    return self.a < other.a
----
def __len__(self):
    return abs(self.a)
----
def __bool__(self):
    return self.a > $small
----
def __getitem__(self, i):
    if isinstance(i, slice):
        return (i.start, i.stop, i.step)
    if i > 4:
        raise IndexError(i)
    return i * self.a
----
def __setitem__(self, i, v):
    print('setitem', i, v)
def __delitem__(self, i):
    print('delitem', i)
----
def __contains__(self, v):
    return v == self.a
----
def __iter__(self):
    yield self.a
    yield from range($small)
----
def __call__(self, *args, k=$small, **kw):
    return (args, k, sorted(kw))
----
def __getattr__(self, name):
    if name.startswith('_'):
        raise AttributeError(name)
    return 'attr ' + name
----
def __setattr__(self, name, v):
    print('setattr', name)
    super().__setattr__(name, v)
----
def __enter__(self):
    print('enter')
    return self
def __exit__(self, kind, e, tb):
    print('exit', kind and kind.__name__, e)
    return $flag
----
def __str__(self):
    return 'str:' + repr(self.a)
----
def __format__(self, spec):
    return f'<{spec}|{self.a}>'
----
def __neg__(self):
    return -self.a
def __abs__(self):
    return abs(self.a) + 1
----
def __index__(self):
    return int(self.a)
----
def __int__(self):
    return int(self.a) + 1
def __float__(self):
    return self.a + 0.25
----
def __mul__(self, n):
    return NotImplemented
__rmul__ = __mul__
----
def __matmul__(self, other):
    return ('mat', other)
----
def __eq__(self, other):
    return NotImplemented
----
def __hash__(self):
    return $small
----
count = $small
@classmethod
def bump(cls):
    cls.count += 1
    return cls.count
----
class Inner:
    v = $small
    def __repr__(self):
        return 'Inner'
----
def __init_subclass__(cls, /, tag=None, **kw):
    super().__init_subclass__(**kw)
    print('subclass', cls.__name__, tag)
----
def __class_getitem__(cls, item):
    return (cls.__name__, item)
----
__slots__ = ('a', 'b')
----
table = {v: v * v for v in range($small)}
def look(self, i, default=None):
    return self.table.get(i, default)
----
def __reversed__(self):
    return iter([self.a, 'rev'])
----
def __divmod__(self, o):
    return ('dm', o)
def __pow__(self, o, m=None):
    return ('pow', o, m)
----
__private = $small
def secret(self):
    return self.__private
----
def fluent(self, n=1):
    self.a += n
    return self
----
@functools.lru_cache(maxsize=None)
def cached(self, n):
    print('computing', n)
    return n + 1
----
d = Describe('d')
----
@functools.wraps(len)
def wrapped(self):
    return $small
----
def __delattr__(self, name):
    print('delattr', name)
    super().__delattr__(name)
----
def __copy__(self):
    return 'copied'
''', '----')
production('flag', 'True\nFalse\nNone\n0')
production('use', '''
o.hello()
o.hello(other=$small)
o.p
setattr(o, 'p', $small)
delattr(o, 'p')
type(o).make($small)
o.make()
type(o).stat(y=3)
o.stat($small)
o + $small
$small + o
o + w
o += $small
o < w
w > o
sorted([o, w, o])
len(o)
bool(o)
o[$signed]
o[1:$small]
o[::2]
o['k'] = 3
del o[$small]
$small in o
list(o)
list(reversed(o))
o($small, k=2, z=1)
o()
o.missing
getattr(o, '_x', 'dflt')
hasattr(o, 'zz')
o.zz = $small
vars(o) if False else sorted(o.__dict__)
str(o)
f'{o}' + f'{o:>5}' + f'{o!r}'
format(o, 'abc')
-o
abs(o)
int(o)
float(o)
[10, 20, 30][o]
hex(o)
o * 2
2 * o
o @ w
o == w
o != w
o == o
hash(o) == hash(o)
{o: 1}[o]
o in [w, o]
type(o).bump()
o.count
type(o).Inner()
o.Inner.v
type(o)['x']
o.look($small, 'no')
divmod(o, 2)
pow(o, 2, 5)
o ** 2
o.secret()
o._X__private
o.fluent().fluent(2).a
o.cached(1) + o.cached(1)
o.d
o.d = $small
type(o).d
o.wrapped()
isinstance(o, type(w))
issubclass(type(o), type(w))
type(o).__name__
type(o).__mro__[0].__name__
[c.__name__ for c in type(o).__mro__]
o.kind
type(o).kind
copy.copy(o)
o.__class__.__name__
max(o, w, key=lambda v: v.a)
callable(o)
o.__doc__
type(o).hello(o)
o.hello.__name__
super(type(o), o).hello()
del o.a
del o.nope
o.a, o.b
sum([o, o], 0)
round(o)
o < 3
o @ 3
o <= w
o or w
not o
[*o]
dict(a=o)
''')
production('usestmt', '''
show(lambda: $useexpr)
----
try:
    print($useexpr)
except Exception as e:
    print(type(e).__name__, e)
----
with o as m:
    print(m is o)
    $maybe
----
for v in itertools.islice(o, 4):
    print('item', v)
----
o += $small
print(type(o).__name__)
----
o[$small] = $small
----
o.zz = $small
print(o.zz)
----
del o.a
----
o.p = $small
print(o.a)
''', '----')
production('maybe', 'print($small)\nraise $exc($small)\npass')
GRAMMAR['useexpr'] = [u for u in GRAMMAR['use'] if not (' += ' in u or u.startswith('del ') or (' = ' in u and ' == ' not in u))]
production('safeuse', '''
try:
    $usestmt
except Exception as e:
    print(type(e).__name__, e)
''', '----')
production('classes', '''
class Describe:
    def __init__(self, name):
        self.name = name
    def __set_name__(self, owner, name):
        print('set_name', owner.__name__, name)
    def __get__(self, obj, cls=None):
        return ('get', obj is None)
    def __set__(self, obj, v):
        print('set', v)

class Base:
    kind = 'base'
    def __init__(self, a=$small, *args, **kw):
        print('Base', a, args, sorted(kw))
        self.a = a
    def hello(self, other=$small):
        return ('base', self.a, other)
    def __repr__(self):
        return f'{type(self).__name__}({self.a!r})'

class X(Base):
    $member
    $member
    $member
    $member

class Y(X):
    kind = 'y'
    $member
    $member

def run():
    o, w = $cls($small), $cls($small)
    $safeuse
    $safeuse
    $safeuse
    $safeuse
    $safeuse
    $safeuse
    $safeuse
    $safeuse
    $safeuse
show(run)
''', '----')
production('cls', 'X\nY\nY\nX\nBase')

# ---- dataclasses ----
production('dcoption', '(order=True)\n\n(frozen=True)\n(eq=False)\n(frozen=True, order=True)\n(repr=False)\n(unsafe_hash=True)\n(init=True)\n(kw_only=True)\n(slots=True)')
GRAMMAR['dcoption'] = ['', '', '(order=True)', '(frozen=True)', '(eq=False)', '(frozen=True, order=True)', '(repr=False)', '(unsafe_hash=True)', '(kw_only=True)', '(slots=True)']
production('dcfield', '''
b§: int = $small
c§: str = 'c'
d§: list = field(default_factory=list)
e§: float = field(default=$num, repr=False)
f§: int = field(default=$small, compare=False)
g§: int = field(init=False, default=$small)
h§: tuple = ()
i§: int = field(default=$small, kw_only=True)
''')
production('dcmethod', '''
def __post_init__(self):
    print('post', self.a)
----
def total(self):
    return self.a + $small
----
@property
def double(self):
    return self.a * 2
----
@classmethod
def make(cls):
    return cls($small)
----
def __lt__(self, other):
    return self.a < other.a
----
def __str__(self):
    return 'S%s' % self.a
----
''', '----')
production('dcuse', '''
o
str(o)
o == w
o != w
o < w
hash(o) == hash(w)
o.a
asdict(o)
astuple(o)
replace(o, a=$small)
replace(o, zz=$small)
[f.name for f in fields(o)]
[f.default for f in fields(o)][1:2] if False else len(fields(o))
setattr(o, 'a', $small) or o
sorted([o, w])
type(o)($small)
type(o)()
type(o)(a=$small)
type(o)($small, $small, $small, $small, $small, $small, $small)
type(o)(zz=3)
o.total()
o.double
type(o).make()
copy.copy(o)
copy.deepcopy(o) == o
[o, w].index(w)
{o: 1}[w]
o.__match_args__
o >= w
delattr(o, 'a')
type(o).__name__
max(o, w)
f'{o}'
o == 3
isinstance(o, A) and o.a
''')
production('dataclasses', '''
@dataclass$dcoption
class A:
    a: int
    $dcfield
    $dcfield
    $dcmethod

@dataclass$dcoption
class B(A):
    $dcfield
    $dcmethod

def run():
    o, w = $dc(a=$small), $dc(a=$small)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
    show(lambda: $dcuse)
show(run)
''', '----')
production('dc', 'A\nB\nA\nB')

# ---- tools ----
production('tool', '''
list($iter)
dict(zip('abc', $iter))
[(k, list(v)) for k, v in itertools.groupby($list, lambda v: v % 2)]
[list(v) for v in itertools.tee($iter, 2)]
list(map(lambda a, b: (a, b), $iter, $iter))
functools.reduce(lambda a, b: (a, b), $iter, $small)
functools.reduce(operator.add, $list)
sorted($iter, key=repr)
min($iter, default='none')
max($list, key=lambda v: -v)
list(zip(*[iter(range($small))] * 2))
list(zip($list, $list, strict=True))
any($iter)
all($iter)
sum($list, $small)
functools.partial(pow, $small)($small)
functools.partial(dict, a=$small)(b=$small)
operator.itemgetter(0, -1)($list)
operator.attrgetter('real')($small)
operator.methodcaller('upper')('abc')
list(itertools.accumulate($iter, lambda a, b: (a, b)))
list(itertools.islice($iter, $small, None, 2))
list(itertools.islice($iter, $small, $small))
tuple(reversed(tuple($iter)))
set($list) | set($list)
sorted(set($list) ^ set($list))
dict.fromkeys($list, $small)
[*$iter, *$iter]
{**{'a': 1}, **dict(b=$small)}
deque($list, maxlen=$small)
(lambda *a, k=$small, **kw: (a, k, kw))(*$list, z=$small)
[v for v in $iter if v]
{v: [w for w in range(3)] for v in $list}
{v % 3 for v in $list}
[(a, b) for a in $list for b in $list if a < b]
next($iter)
next(iter($iter), 'end')
list(itertools.chain(*$iter))
(d := deque($list)).rotate($signed) or d
'%s|%5d|%-5s|%05.1f' % ('a', $small, 'b', $small)
'{:>{w}}|{!r}|{a[0]}|{b.real}'.format('x', 'y', w=$small, a=[$small], b=$small)
f'{$small:0{$small}d}|{$num:+.2f}|{"x":^7}|{$small!r:>3}|{$small=}'
f"{[$small, $signed]!s:>12}" + f'{{}}' + f'{$num:e}'
'abc'.join(['1', '2']).partition('b')
'a,b,,c'.split(',', $small)
' x y '.strip().title().center(9, '*')
'Hello'.translate({72: 'J', 101: None})
'aXbX'.replace('X', '-', $small)
'%r %s %%' % ('q', None)
'%(a)s %(b)03d' % {'a': 1, 'b': $small}
'tab\\tx'.expandtabs($small)
'abc'[$signed:$small:$step]
$list[$signed:$small:$step]
($list)[$signed]
isinstance($num, (int, float))
divmod($signed, 3)
round($num, 1)
int('$small') + int('1f', 16)
print(*$list, sep='-', end='!\\n')
''')
production('tools', '''
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
show(lambda: $tool)
''', '----')

# ---- contexts and exceptions ----
production('block', '''
with C('a') as a, C('b'):
    $inside
----
with ExitStack() as stack:
    stack.enter_context(C('s'))
    stack.callback(print, 'callback', $small)
    $inside
----
with suppress($exc, KeyError):
    $inside
----
with cm('g') as g:
    print(g)
    $inside
----
try:
    $inside
except $exc as e:
    print('except', e.args)
except (LookupError, ArithmeticError) as e:
    print('group', type(e).__name__)
    raise
else:
    print('else')
finally:
    print('finally')
----
try:
    $inside
finally:
    $inside
----
try:
    try:
        $inside
    except Exception as e:
        raise $exc('second') from e
except Exception as e:
    print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
----
for i in range(3):
    try:
        if i == $small:
            continue
        if i == $small:
            break
        print('i', i)
    finally:
        print('f', i)
else:
    print('no break')
----
def f():
    for i in range(3):
        try:
            if i == $small:
                return i
        finally:
            print('leaving', i)
    $inside
print(f())
----
with closing(Closer()) as c, nullcontext($small) as n:
    print(n)
    $inside
----
try:
    $inside
except Exception as e:
    e.note = 'n'
    print(e.note)
----
class E(Exception):
    def __init__(self, code, *args):
        super().__init__(*args)
        self.code = code
    def __str__(self):
        return f'E{self.code}'
try:
    raise E($small, 'x', $small)
except E as e:
    print(e, repr(e), e.args, e.code)
''', '----')
production('inside', '''
print('in', $small)
raise $exc($small)
raise $exc
$list[$small]
print({'a': 1}['b'])
1 / ($small - $small)
int('x')
$block
None.foo
raise $exc('m') from None
assert $small > 2, 'low'
undefined_name
[] + 3
next(iter([]))
a, b = $list
print(len($small))
''')
production('contexts', '''
class C:
    def __init__(self, n):
        self.n = n
    def __enter__(self):
        print('enter', self.n)
        return self
    def __exit__(self, kind, e, tb):
        print('exit', self.n, kind and kind.__name__, e)
        return $flag

class Closer:
    def close(self):
        print('closed')

@contextmanager
def cm(n):
    print('before', n)
    try:
        yield n * 2
    except $exc as e:
        print('handled', e)
    finally:
        print('after', n)

def run():
    $block
    $block
show(run)
show(lambda: [run() for _ in range(1)])
''', '----')


# ---- collections ----
production('coll', '''
Counter($list)
Counter('abcab').most_common($small)
Counter(a=$small, b=$signed) + Counter(a=1, c=2)
Counter('aab') - Counter('ab')
Counter($list) & Counter($list)
Counter($list) | Counter($list)
+Counter(a=-1, b=2)
sorted(Counter($list).elements())
Counter('abca').total()
Counter('abc')['z']
(c := Counter('ab')).update('bcd') or c
(c := Counter('abb')).subtract($list) or c
Counter('aab') == Counter('aba')
Counter(a=1) <= Counter(a=$small)
(d := defaultdict(list))[$small].append(1) or d
(d := defaultdict(int)).__setitem__('k', d['z'] + 1) or d
defaultdict(lambda: $small, a=1)['q']
defaultdict(None, a=1)['b']
sorted(defaultdict(set, {1: {2}}).items())
(o := OrderedDict(a=1, b=2, c=3)).move_to_end('a') or o
(o := OrderedDict(a=1, b=2)).popitem(last=False) and o
OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1)
ChainMap({'a': 1}, {'a': 2, 'b': $small})['b']
dict(ChainMap({'a': 1}, {'a': 2, 'b': $small}))
P($small, $small)
P(y=$small, x=2)
P($small)
P($small, $small, $small)
P(1, $small)._replace(x=$small)
P(1, 2)._asdict()
P._fields
P._make($list)
P(1, 2) == (1, $small)
P(1, $small)[$signed]
P(3, 4).x + P(3, 4).y
hash(P(1, 2)) == hash((1, 2))
sorted([P(2, 1), P(1, $small)])
Q()
Q($small)
Q._field_defaults
[*P(1, 2)] + list(Q(3))
'%s %s' % P(1, $small)
isinstance(P(1, 2), tuple)
setattr(P(1, 2), 'x', 3)
(d := deque($list, maxlen=3)).extend($list) or d
(d := deque($list)).appendleft($small) or d
(d := deque($list)).extendleft($list) or d
deque($list)[$signed]
deque($list) + deque($list)
deque($list).count($small)
deque($list).index($small)
(d := deque($list)).insert($signed, 'x') or d
(d := deque($list)).pop() or d
deque([1, 2]) < deque($list)
(d := {$small: 1, 'a': 2}).setdefault('a', 3) + len(d)
{'a': 1} | {'b': $small}
{1: 2}.get($small, 'no')
(d := {'a': 1, 'b': 2}).pop('$key', $small) or d
{'a': 1, 'b': 2}.pop('z')
(d := {1: 1}).update({$small: 2}, z=3) or d
frozenset($list) | {1}
frozenset($list) == set($list)
hash(frozenset([1, 2])) == hash(frozenset([2, 1]))
{frozenset([1]): $small}
set($list) <= set($list)
{1, 2}.isdisjoint($list)
sorted({1, 2, 3}.symmetric_difference($list))
(l := $list).sort(key=lambda v: -v) or l
(l := $list).insert($signed, 'x') or l
(l := $list).remove($small) or l
(l := $list).__setitem__(slice($small, $small), [7, 8]) or l
(l := $list).__delitem__(slice(None, None, 2)) or l
(l := $list).pop($signed)
($list).index($small, 1)
''')
production('key', 'a\nb\nc')
production('collections', '''
P = namedtuple('P', 'x y')
Q = namedtuple('Q', ['a', 'b'], defaults=[$small, $small])
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
show(lambda: $coll)
''', '----')

# ---- several bases, metaclasses, abstract classes, classes below built-in types ----
production('kinds', '''
class A:
    def who(self): return ['A']
    x = $small
class B(A):
    def who(self): return ['B'] + super().who()
class C(A):
    def who(self): return ['C'] + super().who()
    x = $small
class D$bases:
    def who(self): return ['D'] + super().who()
show(lambda: D().who())
show(lambda: [c.__name__ for c in D.__mro__])
show(lambda: (D.x, D().x, D.__bases__ == (B, C), issubclass(D, C)))
----
class M(type):
    def __new__(mcls, name, bases, ns, **kw):
        print('new', name, [b.__name__ for b in bases], sorted(k for k in ns if not k.startswith('__')), kw)
        return super().__new__(mcls, name, bases, ns)
    def __init__(cls, name, bases, ns, **kw):
        super().__init__(name, bases, ns)
        cls.tag = $small
    def __call__(cls, *a):
        print('call', a)
        return super().__call__(*a)
    def __len__(cls):
        return $small
    def __iter__(cls):
        return iter([cls.__name__, $small])
    def __contains__(cls, v):
        return v == $small
class K(metaclass=M):
    def f(self): return $small
class L(K, flag=$small):
    pass
show(lambda: (L.tag, len(L), list(K), $small in L, L().f()))
show(lambda: (type(L).__name__, isinstance(L, M), type(L()).__name__))
----
class S(ABC):
    @abstractmethod
    def area(self): ...
    @property
    @abstractmethod
    def name(self): ...
    def text(self): return f'{self.name}={self.area()}'
class R(S):
    def area(self): return $small
class T(R):
    name = 'T'
show(lambda: S())
show(lambda: R())
show(lambda: T().text())
show(lambda: isinstance(T(), S))
----
class I($builtin):
    def __repr__(self): return 'I:' + super().__repr__()
    def extra(self): return $small
show(lambda: I())
show(lambda: I($arg))
show(lambda: type(I($arg)).__name__)
show(lambda: I($arg).extra())
show(lambda: I($arg) == I($arg))
show(lambda: len(I($arg)))
show(lambda: I($arg) + I($arg))
show(lambda: isinstance(I($arg), $builtin))
show(lambda: type(I($arg) * 2).__name__)
show(lambda: f'{I($arg)}' + str(I($arg)))
show(lambda: hash(I($arg)) == hash(I($arg)))
show(lambda: sorted([I($arg), I($arg)]))
show(lambda: bool(I($arg)))
----
class Log(dict):
    def __missing__(self, k):
        print('missing', k)
        self[k] = $small
        return self[k]
    def __setitem__(self, k, v):
        print('set', k)
        super().__setitem__(k, v)
d = Log(a=$small)
show(lambda: d['a'])
show(lambda: d['b'])
show(lambda: (d, d.get('z'), 'b' in d, len(d)))
d.update(c=$small)
show(lambda: sorted(d))
----
class E1(Exception):
    pass
class E2(E1, $exc):
    def __init__(self, v):
        super().__init__(v, 'more')
        self.v = v
def f():
    try:
        raise E2($small)
    except $exc as e:
        print('exc', e.v, e.args)
        raise E1('x') from e
try:
    f()
except E1 as e:
    print(repr(e), repr(e.__cause__))
----
T = type('T', (A0,), {'v': $small, 'm': lambda self: self.v + $small})
show(lambda: (T().m(), T.__name__, T.__mro__[1].__name__))
''', '----')
production('bases', '(B, C)\n(C, B)\n(B)\n(A, B)\n(C, A)')
production('builtin', 'int\nstr\nlist\ndict\ntuple')
production('arg', '$small\n"$small"\n[$small]\n[(1, $small)]\n$small.5')
production('kindsof', '''
class A0:
    pass
$kinds
''', '----')

# ---- match ----
production('pattern', '''
$small
-$small
"a"
None
True
[]
[x]
[x, y]
[x, *rest]
[*_, last]
(1, x)
{"k": x}
{"k": $small, **rest}
{}
int()
str()
int(x)
float() | complex()
Pt(x=0)
Pt(x, y)
Pt(x=$small, y=y)
1 | 2 | 3
[1 | 2, x]
[Pt(), *_]
{"k": [x, _]}
str() as s
[int() as x, str() as y]
(x, y) if x == y
x if x == $small
Pt.ZERO
[[x], [y]]
tuple()
list([a, b])
dict()
bool()
''')
production('subject', '$small\n-1\n"a"\n"abc"\nNone\nTrue\n[]\n[$small]\n[$small, $small]\n(1, $small)\n{"k": $small}\n{"k": [1, 2]}\n{}\n1.5\n2j\nPt(0, $small)\nPt($small, 2)\n[Pt(1, 2), 3]\n[[1], [2]]\n[1, "b"]\nrange(3)\n"ab"\n(2, 2)\n{"k": 1, "z": 2}')
production('matches', '''
class Pt:
    __match_args__ = ('x', 'y')
    ZERO = 0
    def __init__(self, x, y):
        self.x, self.y = x, y
def f(v):
    x = y = rest = s = None
    match v:
        case $pattern:
            if isinstance(v, list):
                return 'first', x, rest, s
            return 'first', x, y
        case $pattern:
            return 'second', x
        case $pattern:
            return 'third'
        case _:
            return 'other'
for v in [$subject, $subject, $subject, $subject, $subject, $subject, $subject]:
    show(lambda: f(v))
''', '----')

# ---- enum ----
production('enums', '''
from enum import Enum, IntEnum, Flag, IntFlag, auto, unique
class Color(Enum):
    RED = $small
    GREEN = auto()
    BLUE = 'b'
    CRIMSON = RED
    def low(self): return self.name.lower()
    @classmethod
    def first(cls): return next(iter(cls))
class N(IntEnum):
    ONE = 1
    TWO = $small + 2
class F(Flag):
    R = auto()
    W = auto()
    RW = R | W
show(lambda: $enumuse)
show(lambda: $enumuse)
show(lambda: $enumuse)
show(lambda: $enumuse)
show(lambda: $enumuse)
show(lambda: $enumuse)
show(lambda: $enumuse)
''', '----')
production('enumuse', '''
Color.RED
Color.BLUE.value
Color.GREEN.name
Color('b')
Color($small)
Color['RED']
Color['NONE']
list(Color)
len(Color)
Color.CRIMSON is Color.RED
[c.low() for c in Color]
Color.first()
Color.RED == $small
Color.RED in Color
{Color.RED: 1}[Color.RED]
str(Color.RED) + f'{Color.BLUE}'
Color.__members__.keys() | set() == {'RED', 'GREEN', 'BLUE', 'CRIMSON'}
N.ONE + $small
N.ONE < N.TWO
sorted([N.TWO, N.ONE])
N(1)
f'{N.ONE}' + str(N.TWO) + repr(N.ONE)
int(N.TWO)
F.R | F.W
F.RW & F.R
~F.R
F.R in F.RW
F(0)
bool(F.R & F.W)
F.RW.value
isinstance(N.ONE, int)
Color.RED < Color.BLUE
setattr(Color, 'RED', 3)
type(Color.RED).__name__
hash(Color.RED) == hash(Color.RED)
''')

SNIPPETS = ['$generator', '$generator', '$classes', '$classes', '$dataclasses', '$tools', '$tools', '$contexts', '$collections', '$collections', '$kindsof',
            '$matches', '$enums']
LAST = ['', '', '', 'raise $exc($small)', 'print(next(iter($iter)))', 'def g():\n    yield 1\n    raise $exc(2)\nlist(g())',
        'class E(Exception): pass\nraise E', 'with suppress(KeyError):\n    raise $exc(3)']


class TEXT:
    """What is drawn, not listed."""

    small = PLAIN.small
    signed = PLAIN.signed
