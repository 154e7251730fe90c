"""The programs of host.py as a grammar: every production has its alternatives, one a paragraph.

In an alternative `$name` stands for an alternative of that production (lines after the first are
indented as the place is) and `§` for a number that is new in every expansion. What a program of this
grammar does is deterministic: sets hold numbers, loops end, values stay small. TEXT draws words, numbers
and format specifications.
"""

HEAD = '''
import math, functools, operator
from functools import partial, reduce

def show(f):
    try:
        v = f()
        print(repr(v))
    except Exception as e:
        print(type(e).__name__)

def t(v, name=''):
    print('t', name, v)
    return v

def loud(f):
    def inner(*a, **k):
        print('call', f.__name__, a, sorted(k))
        return f(*a, **k)
    return inner
'''

# What a snippet may use: a value of every type.
NAMES = '''
i, j, k = $lit_int, $lit_int, $small
x, y = $lit_float, $lit_float
z = $lit_complex
s, u = $lit_str, $lit_str
L, M = $lit_list, $lit_list
T = $lit_tuple
D = $lit_dict
S = $lit_set
p, q = $lit_bool, $lit_bool
'''

GRAMMAR = {}


def production(name, text, separator='\n'):
    GRAMMAR[name] = [a.strip('\n') for a in text.strip('\n').split(separator) if a.strip()]


production('lit_bool', 'True\nFalse')
production('lit_complex', '''
1j
(2-3j)
complex($lit_float, $lit_float)
complex($small, -1)
-0j
''')
production('lit_list', '''
[]
[$lit_int]
[$small, $small, $small]
[$lit_int, $small, $lit_int, $small]
list(range($small))
[3, 1, 2]
''')
production('lit_tuple', '''
()
($small,)
($lit_int, $lit_str)
(1, (2, $lit_str), $lit_float)
(None, True, $small, $lit_str)
''')
production('lit_dict', '''
{}
{'a': $lit_int}
{'a': 1, 'b': $small, $lit_str: $lit_int}
dict(a=$small, z=$lit_int)
''')
production('lit_set', '''
set()
{$small, $small}
{1, 2, 3, $small}
set(range($small))
{$lit_int, $lit_int, $small}
''')

production('int', '''
i
j
k
$small
$lit_int
$int + $int
$int - $int
$int * $int
$int // $int
$int % $int
$small ** $small
pow($int, $small, $int)
-$int
+$int
~$int
($int) & ($int)
($int) | ($int)
($int) ^ ($int)
($int) << $small
($int) >> $small
abs($int)
len($str)
len($list)
len($dict)
len($set)
int($float)
int($bool)
int($numeral)
int($numeral, $base)
int($str)
round($float)
round($int, $signed)
sum($list)
sum($list, $int)
max($int, $int)
min($int, $int, $int)
max($list)
min($list, default=$int)
max($list, key=lambda v: ($key))
divmod($int, $int)[0]
$list[$signed]
$list.index($int)
$list.count($int)
$list.pop()
$list.pop($signed)
$dict[$keystr]
$dict.get($keystr, $int)
$dict.pop($keystr, $int)
$dict.setdefault($keystr, $int)
$str.find($str)
$str.rfind($str, $signed)
$str.count($str)
$str.index($str)
$str.find($str, $signed, $signed)
ord($char)
($int).bit_length()
($int).bit_count()
($int if $bool else $int)
($bool and $int)
($int or $int)
(lambda v, w=$int: v + w)($int)
reduce(lambda a, b: ($int) + a - b, $list, $small)
reduce(operator.$binop, $list)
operator.$binop($int, $int)
math.$intfn2($int, $int)
math.factorial($small)
math.isqrt($int)
math.comb($small, $small)
math.perm($small, $small)
math.prod($list)
math.floor($float)
math.ceil($float)
math.trunc($float)
sum(v for v in $list if $bool)
sum(1 for _ in $iter)
next(iter($list), $int)
next(v for v in $list if v $cmp $int)
partial(pow, $small)($small)
(n§ := $int) + n§
hash($int)
hash($float)
$int.real
($int).numerator
functools.reduce(max, $list)
$list[t($signed)] + t($int)
operator.index($int)
operator.countOf($list, $small)
len($tuple)
len(range($signed, $signed, $signed))
$range[$signed]
(*$list, $int)[$signed]
{**$dict, 'k': $int}['k']
globals_free($int)
''')
GRAMMAR['int'].remove('globals_free($int)')

production('binop', 'add\nsub\nmul\nfloordiv\nmod\nand_\nor_\nxor\nmul')
production('intfn2', 'gcd\nlcm\ngcd')
production('cmp', '<\n<=\n==\n!=\n>\n>=')
production('key', 'v\n-v\nv % 3\n(v % 2, v)\nabs(v)\nstr(v)\nv * v\n$int')
production('range', '''
range($signed)
range($signed, $signed)
range($signed, $signed, $signed)
range($small)[::$signed]
range($small, 20)[$slice]
''')

production('float', '''
x
y
$lit_float
$float + $float
$float - $int
$float * $float
$float / $float
$int / $int
$float // $float
$float % $float
$float ** $small
$float ** $float
-$float
abs($float)
float($int)
float($numeral)
float($str)
round($float, $signed)
sum([$float, $float, $float])
max($float, $float)
min($float, $int, $float)
pow($float, $signed)
math.sqrt($float)
math.$floatfn($float)
math.$floatfn2($float, $float)
math.ldexp($float, $signed)
math.fsum([$float, $float, $float])
math.log($float, $float)
math.log($int)
math.hypot($float, $float)
math.dist([$float, $float], [$float, $float])
math.pi
math.e
math.inf
math.nan
($complex).real
($complex).imag
abs($complex)
float('$numword')
divmod($float, $float)[1]
math.fmod($float, $float)
math.frexp($float)[0]
math.modf($float)[0]
math.ulp($float)
($float).real
$float.__add__($int)
($float if $bool else $float)
int($float) / 7
float.fromhex($float.hex())
sum($list, 0.5)
math.prod([$float, $float])
math.degrees($float)
''')
GRAMMAR['float'].remove('float.fromhex($float.hex())')
production('floatfn', '''
sin
cos
tan
asin
acos
atan
sinh
cosh
tanh
exp
expm1
log2
log10
log1p
fabs
radians
cbrt
exp2
erf
erfc
asinh
acosh
atanh
gamma
lgamma
''')
production('floatfn2', 'atan2\ncopysign\nfmod\npow\nremainder\nnextafter\nhypot')
production('numword', 'inf\n-inf\nnan\n1e5\n-0.0\n 3.5 \n1_000.5\n1e400\n.5\n5.\n+7')

production('complex', '''
z
$lit_complex
$complex + $complex
$complex * $float
$complex - $int
$complex / $complex
$complex ** $small
-$complex
complex($float, $float)
$complex.conjugate()
complex('$cword')
$float * 1j
sum([$complex, $int])
''')
production('cword', '1+2j\n-j\n3\n1e3-2.5j\n nan+infj\n(1-1j)\n1 + 2j')

production('bool', '''
p
q
True
False
$int $cmp $int
$float $cmp $float
$int $cmp $float
$str $cmp $str
$list $cmp $list
$tuple == $tuple
$set $cmp $set
$dict == $dict
$complex == $complex
not $any
$bool and $bool
$bool or $bool
$int < $int <= $int
t($int) < t($int) < t($int)
$int in $list
$int not in $range
$str in $str
$keystr in $dict
$small in $set
$any in [$any, $any]
isinstance($any, $type)
isinstance($any, ($type, $type))
bool($any)
any($list)
all($list)
any(v > $int for v in $list)
all(v $cmp $int for v in $list)
$str.startswith($str)
$str.endswith(($str, $str))
$str.$is()
callable($any)
$any is None
$any is not None
hasattr($any, '$attr')
math.isnan($float)
math.isinf($float)
math.isfinite($float)
math.isclose($float, $float)
math.isclose($float, $float, rel_tol=$float)
$float.is_integer()
$set.issubset($set)
$set.issuperset($list)
$set.isdisjoint($list)
$bool ^ $bool
$bool & $bool
operator.$opcmp($int, $int)
operator.contains($list, $small)
operator.not_($any)
type($any) is $type
type($any) == type($any)
$int == $float == $bool
''')
production('is', 'isdigit\nisalpha\nisalnum\nisupper\nislower\nisspace\nistitle\nisidentifier\nisdecimal\nisnumeric\nisascii\nisprintable')
production('opcmp', 'lt\nle\neq\nne\ngt\nge')
production('type', 'int\nfloat\nstr\nbool\nlist\ndict\ntuple\nset\ncomplex\nobject')
production('attr', 'real\nappend\nupper\nkeys\n__len__\nadd\nfoo\n__iter__')

production('str', '''
s
u
$lit_str
$lit_str
$str + $str
$str * $small
str($any)
repr($any)
$str[$slice]
$str[$signed]
$str.upper()
$str.lower()
$str.title()
$str.capitalize()
$str.swapcase()
$str.casefold()
$str.strip()
$str.strip($str)
$str.lstrip($chars)
$str.rstrip($chars)
$str.replace($str, $str)
$str.replace($str, $str, $signed)
$str.center($small)
$str.center($small, $char)
$str.ljust($small, $char)
$str.rjust($small)
$str.zfill($small)
$str.expandtabs($small)
$str.removeprefix($str)
$str.removesuffix($str)
$str.join($strs)
$str.split()[$signed]
$str.partition($str)[$signed]
$str.translate({97: 'Z', 98: None, 99: 100})
chr($small + 90)
hex($int)
oct($int)
bin($int)
ascii($str)
format($any, '$spec')
format($int, '$intspec')
format($float, '$floatspec')
format($str, '$strspec')
f'{$fval!r:$strspec}|{$fval}'
f'{$fval:$intspec}'
f'{i:$intspec} {x:$floatspec} {s:$strspec}'
f'{x:{k}.{k % 5}}'
f'{s!a:>{k}}{i=}{x = :.2f}'
f"{L[0]}{D['a']:>5}{{}}"
'$pctint' % ($int)
'$pctint' % ($any,)
'$pctfloat' % ($float)
'$pctstr' % ($any,)
'$pctint and $pctfloat and %%' % ($int, $float)
'%(a)s %(b)$pctconv' % {'a': $any, 'b': $int}
'%*d|%-*d' % ($small, $int, $small, $int)
'{} {}'.format($any, $any)
'{1} {0!r:$strspec} {1:}'.format($str, $any)
'{a:$intspec} {b[0]} {c.real}'.format(a=$int, b=$list, c=$float)
'{:$floatspec}'.format($float)
'{:{w}.{p}f}'.format($float, w=$small, p=$small)
'{0[a]}{0[zz]}'.format($dict)
', '.join(str(v) for v in $iter)
' '.join(map(str, $list))
''.join(sorted($str))
''.join(reversed($str))
$str.splitlines()[$signed]
str($float)
$float.hex()
str($complex)
str($set)
max($str, $str)
max($str, $str, key=len)
($str if $bool else $str)
type($any).__name__
(lambda *a, **k: f'{a}{k}')($int, b=$str)
'%s' % $tuple
'%s|%r' % ($any, $any)
$str.format($any)
$str % $any
str(1 if $bool else $any)
r'\\d' + $str
'a' 'b' f'{$small}' "c"
$str.encode
''')
GRAMMAR['str'].remove('$str.encode')
production('fval', 'i\nj\nx\ny\ns\nu\nz\np\nL\nT\ni + j\nx * 2\nL[0]\nlen(s)\nL[1:]\ns.upper()\n-i\nNone\ni if p else x\n(lambda: k)()\n[v for v in L]\n(i, s)')
production('chars', "'ab'\n' '\n'xyz '\n''\n$str")
production('char', "'*'\n'x'\n$str\n'é'\n'\\n'")
production('strs', '''
[$str, $str]
($str, $str, $str)
$str
[]
[str(v) for v in $list]
$str.split($char)
$dict
[$str, $int]
''')
production('pctconv', 'd\ns\nr\nx\n5d\n-5d\n+.3e\ng\nc')
production('pctint', '%d\n%5d\n%-6d|\n%+d\n%05d\n% d\n%x\n%#x\n%X\n%o\n%i\n%.3d\n%c\n%#o\n%+08.4d\n%u\n%s\n%r')
production('pctfloat', '%f\n%.2f\n%e\n%.3E\n%g\n%10.3f\n%-10.1f|\n%+.0f\n%G\n%#.3g\n%08.2f\n%.10g\n%s\n%d\n%5s\n%.0e')
production('pctstr', '%s\n%r\n%10s\n%-10s|\n%.2s\n%5.1r\n%a\n%c\n%d\n%x\n%q\n%')

production('slice', '''
:
$signed:
:$signed
$signed:$signed
::$signed
$signed::$signed
:$signed:$signed
$signed:$signed:$signed
None:$signed
''')

production('list', '''
L
M
$lit_list
$list + $list
$list * $small
$list[$slice]
sorted($list)
sorted($list, reverse=$bool)
sorted($list, key=lambda v: $key)
sorted($iter, key=lambda v: $key, reverse=True)
list($range)
list($tuple)
list($str)
list($set)
list($dict)
list($dict.values())
list(reversed($list))
list(map(lambda v: $key, $list))
list(filter(lambda v: v $cmp $int, $list))
list(filter(None, $list))
[v for v in $list]
[$key for v in $iter if v]
[v + w for v in $list for w in $list[:2]]
[v for v in $list if v $cmp $int if v]
[*$list, $int, *$iter]
[$int, $int]
[v for row in [$list, $list] for v in row]
[w§ for v in $list if (w§ := v) > 1]
list(zip($list, $list))
list(enumerate($list, $small))
[*range($small)]
$list.copy()
[a for a, *b in zip($list, $list)]
($list or $list)
[len(str(v)) for v in $list]
list({v: w for v, w in zip($list, $list)})
list(map(int, $strs))
list(map(operator.add, $list, $list))
(lambda *a: list(a))(*$list)
(lambda a=[]: (a.append($small), a)[1])()
''')
production('iter', '''
$list
$tuple
$range
$set
(v for v in $list)
(v * 2 for v in $list if v)
map(abs, $list)
filter(lambda v: v > 1, $list)
reversed($list)
$dict.values()
zip($list)
enumerate($list)
iter($list)
$str
$dict
$dict.items()
''')
production('tuple', '''
T
$lit_tuple
$tuple + $tuple
$tuple * $small
$tuple[$slice]
tuple($list)
tuple($iter)
($any, $any)
divmod($int, $int)
divmod($float, $float)
($int,)
tuple(v for v in $list)
$str.partition($str)
$str.rpartition($str)
(*$list, $any)
tuple(sorted($dict.items()))
math.frexp($float)
math.modf($float)
($float).as_integer_ratio()
tuple($dict.items())
tuple(zip($list, $str))
()
''')
production('dict', '''
D
$lit_dict
{'a': $any, 'b': $any}
{v: $key for v in $list}
{**$dict, 'z': $int}
dict($dict, q=$int)
dict(zip($strs, $list))
$dict | $dict
{k§: v for k§, v in $dict.items()}
{v: k§ for k§, v in $dict.items()}
$dict.copy()
dict.fromkeys($list, $small)
dict([('a', $int), ('b', $int)])
{1: $int, 1.0: $int, True: $int}
{str(v): v for v in $iter}
dict(enumerate($strs))
''')
production('keystr', "'a'\n'b'\n'zz'\n$str")
production('set', '''
S
$lit_set
$set | $set
$set & $set
$set - $set
$set ^ $set
set($list)
{v % 7 for v in $list}
$set.union($list)
$set.intersection($list, $set)
$set.difference($list)
$set.symmetric_difference($list)
{$int, $int}
$set.copy()
''')
production('any', '''
$int
$float
$str
$bool
$list
$tuple
$dict
$set
$complex
None
$small
...
$lit_str
$lit_float
$int
$range
''')
# now and then an operand of a wrong type
for wrong in ('int', 'float', 'str', 'list'):
    GRAMMAR[wrong] = GRAMMAR[wrong] * 3 + ['$any', '($any)']

production('odd', '''
$any + $any
$any - $any
$any * $small
$small * $any
$any / $any
$any // $any
$any % $any
$any ** $small
$any & $any
$any | $any
$any < $any
$any >= $any
$any == $any
$any[$any]
$any[$slice]
-$any
~$any
len($any)
abs($any)
int($any)
float($any)
complex($any)
complex($any, $any)
sorted($any)
list($any)
sum($any)
max($any)
min($any, $any)
round($any)
round($any, $any)
$any.foo
$any($any)
iter($any)
next($any)
reversed($any)
hash($any)
ord($any)
chr($any)
$any.append($any)
$any.join($any)
$str.split($any)
$any @ $any
$any << $any
$any in $any
divmod($any, $any)
pow($any, $any)
pow($any, $any, $any)
isinstance($any, $any)
range($any)
range($any, $any)
enumerate($any)
zip($any, $any)
dict($any)
set($any)
tuple($any)
str($any, $any)
str($any, nope=1)
print(*$any)
print($any, sep=$any)
print($any, end=$any)
getattr($any, $any)
math.sqrt($any)
math.gcd($any, $any)
math.floor($any)
operator.add($any, $any)
{$any: 1}
{$any}
[*$any]
{**$any}
(lambda a, b: 0)(*$any)
(lambda **k: k)(**$any)
format($any, $any)
bool($any, $any)
all($any)
any($any)
filter($any, $any)
list(map($any, $any))
bin($any)
getattr($any, 'real', $any)
slice($any)
''')

production('printed', '''
show(lambda: $int)
show(lambda: $float)
show(lambda: $str)
show(lambda: $list)
show(lambda: $tuple)
show(lambda: $dict)
show(lambda: $set)
show(lambda: $bool)
show(lambda: $complex)
show(lambda: $any)
show(lambda: $odd)
show(lambda: $odd)
show(lambda: $str)
show(lambda: $str)
show(lambda: list($iter))
show(lambda: $range)
''')

# ---- statements ----

production('simple', '''
i = ($int) % 9973 - 100
j = (j * 3 + ($small)) % 1009
k = ($int) % 13
x = $lit_float
y = ($float)
s = ($str)[:9]
u = $lit_str
L = ($list)[:7]
M = list($iter)[:6]
D = {'a': ($int) % 97, 'b': $small}
D[$keystr] = ($int) % 101
L.append(($int) % 31)
L.insert($signed, $small)
L.extend($list[:3])
L.remove($small)
L.sort()
L.sort(key=lambda v: $key, reverse=$bool)
L.reverse()
del L[$signed]
del L[$slice]
L[$signed] = $small
L[$slice] = $list[:4]
L[$signed:$signed] = $iter
M[::2] = $list[:2]
M *= 2; del M[6:]
i += $small
i -= $int % 7
i //= $small
i %= 1000
i **= 1
L += [$small]
s += 'x'; s = s[-9:]
S.add($small)
S.discard($small)
S |= {$small}
S -= $set
S ^= {$small, $small}
D.update(c=$small)
D |= {'d': $small}
del D[$keystr]
D.pop($keystr)
print(D.popitem())
a, b = $int % 7, $small
a, *b = $list
*a, b = $list
(a, b), *c = [$small, $small], $small, $small
a = b = c = $small
a, b = b, a
for a, b in zip($list[:3], $list): print(a, b, end=' ')
L[0], L[1] = L[1], L[0]
print($any)
print($any, $any, sep='-', end='|\\n')
print(*$list, sep=', ')
print(i, j, k, x, s)
print(L, M, D)
print(S)
print(f'{i} {x!r} {s:>5}')
assert $bool, 'no'
assert $bool
if $bool: print('yes')
n§ = $any; print(n§)
print([a := 3, a + $small])
i: int = $int % 5
pass
p = $bool
q = not p
print((i, j) < (k, $small), L == M, s < u)
raise $exc($int)
''')
production('exc', 'ValueError\nKeyError\nTypeError\nRuntimeError\nIndexError\nZeroDivisionError\nOSError\nLookupError\nArithmeticError\nStopIteration\nNotImplementedError\nException')

production('caught', '''
ValueError
(ValueError, TypeError)
Exception
KeyError
IndexError
ZeroDivisionError
LookupError
ArithmeticError
(KeyError, IndexError, ValueError, ZeroDivisionError)
TypeError
''')

production('stmt', '''
$simple

$simple

$simple
$simple

if $bool:
    $block
else:
    $block

if $bool:
    $block
elif $bool:
    $block

for a§ in $iter:
    $block

for i in $range[:4]:
    $loopblock
else:
    print('else')

for a§, b§ in $dict.items():
    print(a§, b§)

n§ = 0
while n§ < 4:
    n§ += 1
    $loopblock
else:
    print('end', n§)

try:
    $block
except $caught as e:
    print('caught', type(e).__name__)

try:
    $block
except $caught:
    $block
except Exception as e:
    print('other', type(e).__name__, len(e.args))
else:
    print('fine')
finally:
    print('finally')

try:
    try:
        $block
    finally:
        print('inner')
except Exception as e:
    print(type(e).__name__)

try:
    $block
except Exception as e:
    try:
        raise ValueError('again', $small) from e
    except ValueError as f:
        print(f.args, type(f.__cause__).__name__, f)

for a§ in range(3):
    try:
        $loopblock
    except Exception as e:
        print('loop', type(e).__name__)
        continue
    finally:
        print('f', a§)

def f§(a, b=$small, *c, d=$int, **e):
    print(a, b, c, d, e)
    $block
    return $any
show(lambda: f§($args))
show(lambda: f§($args))

def g§($params):
    return $locals
show(lambda: g§($args))
show(lambda: g§($args))
show(lambda: g§($args))

def h§(n):
    if n <= 0: return $small
    return h§(n - 1) + $rec
show(lambda: h§($small))

def c§():
    n = $small
    def up(by=1):
        nonlocal n
        n += by
        return n
    def get(): return n
    return up, get
up, get = c§()
show(lambda: [up(), up($small), get(), up(by=$int)])

fs = [lambda v, w=w: v + w for w in $list[:4]]
show(lambda: [f($small) for f in fs])
fs = [lambda: w for w in range(3)]
show(lambda: [f() for f in fs])

def r§():
    for v in $list:
        try:
            if v $cmp $small: return ('try', v)
            if v == $small: break
        finally:
            print('leaving', v)
            $finally
    return 'end'
show(r§)

@loud
def d§(*a, **k):
    $block
    return a
show(lambda: d§($args))

def w§():
    $simple
    print(a§)
    a§ = $small
show(w§)

it = iter($list)
show(lambda: (next(it), next(it, 'none'), list(it), next(it, 'gone')))

g = (t(v) for v in $list[:4] if v $cmp $small)
show(lambda: next(g))
show(lambda: list(g))

e§ = enumerate($iter, $small)
show(lambda: [next(e§), next(e§)])
z§ = zip($iter, $iter, $list)
show(lambda: [next(z§), *z§])

show(lambda: reduce(lambda a, b: t(a) $arith b, $list[:4]))

m§ = {v: [] for v in range(3)}
for v in $list: m§[v % 3].append(v)
print(m§)

rows = [($small, $lit_str), ($small, $lit_str), ($small, $lit_str)]
rows.sort(key=lambda r: r[0])
print(rows, sorted(rows, key=operator.itemgetter(1), reverse=True), min(rows), max(rows, key=lambda r: (r[1], r[0])))

global G
G = $any
show(lambda: G)

match = $small
case = match + 1
print(match, case)

with C§ctx($bool) as v:
    print('in', v)
    $block

$class

$class
''', '\n\n')
GRAMMAR['stmt'] = [a for a in GRAMMAR['stmt'] if 'ctx(' not in a]
production('arith', '+\n-\n*\n//\n%')
production('rec', 'n\n1\nh§(n - 2)\nn * 2')
GRAMMAR['rec'].remove('h§(n - 2)')
production('finally', '''
pass
pass
print('more')
if v == $small: continue
if v == $small: break
if v > $small: return 'over'
''')
production('args', '''
$int
$int, $int
$int, $int, $int
*$list
*$list[:2], $small
a=$int
$int, b=$int
$int, d=$small
$int, *$list, d=$int
**$dict
$int, **{'b': $small, 'zz': $int}
b=1, a=2

$int, $int, $int, $int, e=$small
*$tuple, **$dict
t($int), b=t($int), *[t($small)]
''')
GRAMMAR['args'].append('')
production('params', '''
a
a, b
a, b=$small
a=$int, b=$int
a, /, b
a, b=2, /, c=$small
a, *, b
a, *, b=$small, c=3
*a
**a
*b, a=$small
a, *b, **c
a, b=$small, *c, d, **e
a=[], b={}
a, b=(lambda: $small)()
a: int, b: float = $small
''')
production('locals', 'a\n(a, $any)\n[a, a]\nrepr(a)\n$any')

production('block', '''
$simple

$simple
$simple

$stmt

print($any)
''', '\n\n')
production('loopblock', '''
$simple

if $bool: break
$simple

if $bool: continue
$simple

$block

if $bool:
    $simple
    break
''', '\n\n')

# ---- classes ----

production('class', '''
class A§:
    """doc"""
    n = $small
    $field
    def __init__(self, v=$small, *rest):
        self.v = v
        self.rest = rest
    $method
    $method
    $method
o = A§($small)
w = A§($args)
$useobj
$useobj
$useobj
$useobj

class B§:
    def __init__(self, v): self.v = v
    def __repr__(self): return f'B({self.v!r})'
    def __eq__(self, o): return isinstance(o, B§) and self.v == o.v
    def __hash__(self): return hash(self.v)
    def __lt__(self, o): return self.v < o.v
    $method
    $method
o, w = B§($int), B§($int)
v = [B§(3), B§(1), o, w]
show(lambda: sorted(v))
show(lambda: (o == w, o != w, o < w, o > w, o in v, v.index(w), {o: 1, w: 2}))
$useobj
$useobj

class P§:
    kind = $lit_str
    def __init__(self, v): self.v = v
    def who(self): return ('P', self.v, self.kind)
    def both(self): return self.who(), self.twice()
    def twice(self): return self.v * 2
    $method
class Q§(P§):
    kind = $lit_str
    def __init__(self, v, w=$small):
        super().__init__(v)
        self.w = w
    def who(self): return ('Q',) + super().who()
    $method
o, w = P§($any), Q§($any)
show(lambda: [o.both(), w.both(), w.w, P§.who(w)])
print(isinstance(w, P§), isinstance(o, Q§), issubclass(Q§, P§), type(w).__name__, Q§.__name__)
$useobj
$useobj

class X§($exc): pass
class Y§(X§):
    def __init__(self, code, *rest):
        super().__init__(code, *rest)
        self.code = code
    def __str__(self): return f'<{self.code}>'
try:
    raise $raised
except X§ as e:
    print(type(e).__name__, e, e.args, getattr(e, 'code', None), isinstance(e, $exc))
except Exception as e:
    print('not mine', type(e).__name__, e)

class I§:
    def __init__(self, n): self.n = n; self.at = 0
    def __iter__(self): return self
    def __next__(self):
        if self.at >= self.n: raise StopIteration
        self.at += 1
        return self.at * $small
o = I§($small)
show(lambda: [*I§(3)])
show(lambda: (sum(I§(4)), max(I§(3)), list(zip(I§(2), I§(3))), 2 in I§(3), tuple(o), next(o, 'end')))
show(lambda: [(a, b) for a, *b in [I§(3), $list]])
a, *b = I§(4)
print(a, b, sorted(I§(3), reverse=True), dict(enumerate(I§(2))))

class V§:
    def __init__(self, x, y): self.x, self.y = x, y
    def __add__(self, o): return V§(self.x + o.x, self.y + o.y)
    def __sub__(self, o): return V§(self.x - o.x, self.y - o.y)
    def __mul__(self, c): return NotImplemented if isinstance(c, str) else V§(self.x * c, self.y * c)
    __rmul__ = __mul__
    def __neg__(self): return V§(-self.x, -self.y)
    def __abs__(self): return abs(self.x) + abs(self.y)
    def __bool__(self): return bool(self.x or self.y)
    def __iter__(self): return iter((self.x, self.y))
    def __getitem__(self, k): return (self.x, self.y)[k]
    def __eq__(self, o): return (self.x, self.y) == (o.x, o.y)
    def __repr__(self): return 'V(%r, %r)' % (self.x, self.y)
    def __format__(self, f): return f'<{self.x:{f}}>' if f else 'V'
    def __contains__(self, k): return k in (self.x, self.y)
    def __len__(self): return 2
o, w = V§($small, $int), V§($float, $small)
show(lambda: (o + w, o - w, o * 2, $small * w, -o, abs(o), bool(o), list(w), o[0], w[$slice], o == w))
show(lambda: (f'{o}', f'{o:5}', f'{o!r:>20}', '{:03}'.format(o), '%s' % o, str(w)))
show(lambda: ($small in o, len(o), [*o, *w], reversed(o), sum([o, w], V§(0, 0))))
show(lambda: o * 'a')
show(lambda: o + $any)
show(lambda: $any * o)
o += w
print(o)

class K§:
    def __init__(self, swallow): self.swallow = swallow
    def __enter__(self):
        print('enter')
        return self
    def __exit__(self, kind, value, tb):
        print('exit', kind and kind.__name__, value is None)
        return self.swallow
try:
    with K§($bool) as v, K§($bool):
        $block
        print(v.swallow)
    print('after')
except Exception as e:
    print('out', type(e).__name__)
for a in range(3):
    with K§(False):
        if a == $small: continue
        if a == $small: break
        print(a)

class C§:
    items = {}
    count = 0
    def __getitem__(self, k):
        print('get', k)
        return self.items[k]
    def __setitem__(self, k, v):
        print('set', k, v)
        self.items[k] = v
    def __delitem__(self, k):
        print('del', k)
        del self.items[k]
    def __call__(self, *a, **k): return len(a), sorted(k)
    def __getattr__(self, name):
        if name.startswith('_'): raise AttributeError(name)
        return 'attr ' + name
o = C§()
o[1] = $any
o['a'] = $small
show(lambda: o[$keystr])
show(lambda: o[1])
show(lambda: o($args))
show(lambda: (o.foo, o.count, hasattr(o, '_x'), getattr(o, '_y', 3)))
o[1] = o['a'] = 5
o['a'] += $small
del o['a']
C§.count += 1
o.count += $small
print(o.items, C§.count, o.count, C§().count)
''', '\n\n')
production('field', '''
m = [$small]
size = n + 1
data = [v for v in range(3)]
pass
name, other = 'a', $small
''')
production('raised', 'X§($small)\nY§($small)\nY§($lit_str, $small)\nX§\nY§\nX§()\nValueError($small)\nX§($lit_str)')
production('method', '''
def add(self, k=$small): self.v = k; return self
def __add__(self, o): return ('add', o)
def __radd__(self, o): return ('radd', o)
def __mul__(self, o): return NotImplemented
def __rmul__(self, o): return ('rmul', o)
def __iadd__(self, o): self.n = o; return self
def __len__(self): return $small
def __len__(self): return $any
def __bool__(self): return $bool
def __str__(self): return $str
def __repr__(self): return 'rep'
def __eq__(self, o): return $bool
def __lt__(self, o): return $any
def __call__(self, a=1, *b): return (a, b)
def __contains__(self, k): return $any
def __getitem__(self, k): return k
def __iter__(self): return iter($list)
def __int__(self): return $int
def __float__(self): return $float
def __index__(self): return $small
def __neg__(self): return ('neg', self.n)
def __hash__(self): return $small
def __format__(self, f): return f + '!'
def __abs__(self): return $any
def __round__(self, n=None): return ('round', n)
def __divmod__(self, o): return 'divmod'
def __pow__(self, o, m=None): return ('pow', o, m)
def __rsub__(self, o): return ('rsub', o)
def __matmul__(self, o): return ('matmul', o)
def __gt__(self, o): return 'gt'
def __ge__(self, o): return NotImplemented
def __reversed__(self): return 'reversed'
''')
production('useobj', '''
show(lambda: o.v)
show(lambda: o.n)
show(lambda: (A_n := o.n, w.v))
show(lambda: o + $any)
show(lambda: $any + o)
show(lambda: o * $small)
show(lambda: $any * o)
show(lambda: o - $small)
show(lambda: $any - o)
show(lambda: len(o))
show(lambda: bool(o))
show(lambda: [o and 1, o or 2, not o])
show(lambda: o == w)
show(lambda: o != w)
show(lambda: o < w)
show(lambda: o >= w)
show(lambda: o > $any)
show(lambda: sorted([o, w])[0].v)
show(lambda: o($args))
show(lambda: $any in o)
show(lambda: o[$any])
show(lambda: o[$slice])
show(lambda: [*o])
show(lambda: list(zip(o, range(2))))
show(lambda: int(o))
show(lambda: float(o))
show(lambda: [1, 2, 3][o])
show(lambda: range(o))
show(lambda: -o)
show(lambda: {o: 1}[o])
show(lambda: f'{o:abc}')
show(lambda: abs(o))
show(lambda: round(o))
show(lambda: round(o, 2))
show(lambda: divmod(o, $small))
show(lambda: o ** $small)
show(lambda: o @ w)
show(lambda: reversed(o))
show(lambda: o.nope)
show(lambda: o.add(5) is o)
show(lambda: hex(o))
show(lambda: getattr(o, $keystr, $small))
show(lambda: setattr(o, 'zz', $small) or o.zz)
show(lambda: max(o, w) is o)
show(lambda: sum([o, o], $small))
show(lambda: math.floor(o))
show(lambda: 'abc' * o)
show(lambda: o is o and o is not w)
show(lambda: isinstance(o, type(w)))
show(lambda: hasattr(o, '__len__'))
show(lambda: type(o).__name__)
o.n += 1; print(o.n, type(o).n) if hasattr(type(o), 'n') else 0
''')

# A snippet: a function, the class body or the module; what it prints at the end is its state.
SNIPPETS = ['''
def snippet():
    $names
    $printed
    $printed
    $printed
    $printed
    $printed
    $printed
    $printed
    $printed
show(snippet)
''', '''
def snippet():
    $names
    try:
        $stmt
        $stmt
        $stmt
    finally:
        print(i, j, k, s, L, M, D)
show(snippet)
''', '''
$names
try:
    $stmt
    $stmt
    $printed
except Exception as e:
    print('module', type(e).__name__)
print(i, j, s, L, M, D)
''', '''
def snippet():
    $names
    $class
    print(i, j)
show(snippet)
''']
SNIPPETS = [s.strip('\n') for s in SNIPPETS]
GRAMMAR['names'] = [NAMES.strip('\n')]

# The last lines of a program: how it may end.
LAST = ['', '', '', '$names\n$stmt', 'raise $exc($small)', 'print(undefined_name)', '$names\nprint($odd)',
        'class E(KeyError): pass\nraise E(1)', 'assert False', 'raise $exc',
        'try:\n    raise ValueError(1)\nexcept ValueError:\n    raise $exc(2)', 'def f(): return f()\nf()',
        'try:\n    1 / 0\nfinally:\n    print(3)']
LAST = [s.replace('raise $exc\n', 'raise $exc\n') for s in LAST]


class TEXT:
    """What is drawn, not listed; every method takes the random generator."""

    @staticmethod
    def small(r):
        return str(r.choice([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 9, 12]))

    @staticmethod
    def signed(r):
        return str(r.choice([-9, -5, -4, -3, -2, -2, -1, -1, 0, 0, 1, 1, 2, 2, 3, 4, 6, 20]))

    @staticmethod
    def lit_int(r):
        n = r.choice([r.randint(-9, 9), r.randint(-999, 9999), r.randint(-2**31, 2**33), 2**63 - 1, -2**63, 2**64 + 3,
                      r.randint(-10**30, 10**30), 10**18, r.randint(0, 255), 2**31, 1, 0, -1])
        return r.choice([str(n)] * 9 + [hex(n), f'{n:_}', bin(n)]) if n >= 0 else f'({n})'

    @staticmethod
    def lit_float(r):
        v = r.choice([r.uniform(-10, 10), r.uniform(-1e6, 1e6), round(r.uniform(-100, 100), 2), r.uniform(-1, 1) * 10.0**r.randint(-30, 30),
                      0.0, 1.0, 0.5, 2.5, -1.5, 1e16, 1e22, 123456789.125, 1e-5, 0.1, 1e308, 5e-324, 3.0, -0.0, 1e100, 9007199254740993.0])
        return repr(v) if v > 0 else f'({v!r})'

    @staticmethod
    def lit_str(r):
        n = r.choice([0, 1, 2, 3, 5, 8])
        text = ''.join(r.choice('aabbcxyzABZ 019_.,-%{}\'"\\\t\néßİ日𝔸\u0301') if r.random() < .3 else r.choice('abc xyzAB1') for _ in range(n))
        return r.choice([repr(text)] * 4 + ["'a'", "'abc'", "' a b '", "'hello world'", "'Ab,cD'"])

    @staticmethod
    def numeral(r):
        return repr(r.choice(['12', ' 7 ', '-3', '+4', '1_000', '0x1f', '1e3', '', 'abc', '１２', '0b11', '1__0', '077', '0o17', '99999999999999999999',
                              '1.5', 'nan', '-inf', '- 1', '_1', '1_', 'z', '٣', '1e', '.', '1.e2', '\t5\n', 'ff', '0xg', 'infinity', '-0']))

    @staticmethod
    def base(r):
        return r.choice(['0', '2', '8', '10', '16', '36', '1', '37', '7', '-2'])

    @staticmethod
    def form(r, types, precision=True):
        fill = r.choice(['', '', '', '<', '>', '^', '=', '*<', '0>', 'x^', ' =', '_>', 'é^'])
        sign = r.choice(['', '', '', '+', '-', ' '])
        more = r.choice(['', '', '', '#', '0', '#0', 'z'])
        width = r.choice(['', '', '', '1', '5', '8', '12', '30'])
        group = r.choice(['', '', '', ',', '_'])
        digits = r.choice(['', '', '.0', '.1', '.2', '.3', '.10', '.17']) if precision else ''
        return fill + sign + more + width + group + digits + r.choice(types)

    @staticmethod
    def intspec(r):
        return TEXT.form(r, ['', 'd', 'x', 'X', 'o', 'b', 'c', 'n', 'e', 'f', 'g', '%'], precision=r.random() < .3)

    @staticmethod
    def floatspec(r):
        return TEXT.form(r, ['', '', 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%'])

    @staticmethod
    def strspec(r):
        return r.choice(['', '', '<', '>', '^', '*<', '0^', 'x>']) + r.choice(['', '1', '4', '10']) + r.choice(['', '', '.0', '.1', '.3']) + r.choice(['', 's'])

    @staticmethod
    def spec(r):
        return r.choice([TEXT.intspec, TEXT.floatspec, TEXT.strspec])(r) if r.random() < .95 else r.choice(['y', '5q', '.', '>>', '{', '5 ', '٣', '١', 's5'])
