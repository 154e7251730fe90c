"""heapq, bisect, copy, string and textwrap: what CPython 3.11 prints."""
import heapq, bisect, copy, string, textwrap
import random
r = random.Random(5)
for trial in range(30):
    l = [r.randint(0, 50) for _ in range(r.randint(0, 30))]
    h = list(l); heapq.heapify(h)
    print(h)
    out = []
    for v in l[:5]:
        heapq.heappush(h, v + 1)
    while h:
        out.append(heapq.heappop(h))
    print(out)
    print(heapq.nlargest(3, l), heapq.nsmallest(4, l), heapq.nlargest(2, l, key=lambda v: -v % 7))
    s = sorted(l)
    print([bisect.bisect_left(s, v) for v in range(0, 50, 7)], [bisect.bisect(s, v) for v in range(0, 50, 7)])
    bisect.insort(s, 17); bisect.insort_left(s, 17); print(s)
    print(list(heapq.merge(s[::2], s[1::2], [1, 2, 3])), list(heapq.merge(s[::-1], [40, 3], reverse=True)))
h = [5, 1, 4]; heapq.heapify(h)
print(heapq.heapreplace(h, 0), heapq.heappushpop(h, -1), h)
for bad in ((), (1,)):
    try:
        heapq.heappop(*bad)
    except Exception as e:
        print(type(e).__name__)
try:
    heapq.heappop([])
except IndexError as e:
    print(e)
def naturals():
    n = 0
    while True:
        yield n
        n += 3
m = heapq.merge(naturals(), naturals())
print([next(m) for _ in range(7)])
class P:
    def __init__(self, x): self.x = x; self.l = [x, [x]]
    def __eq__(self, o): return self.x == o.x
p = P(3); q = copy.copy(p); d = copy.deepcopy(p)
print(q is p, q.l is p.l, d.l is p.l, d.l, d == p)
a = [1, [2, 3]]; a.append(a); b = copy.deepcopy(a); print(b[2] is b, b[1] is a[1], copy.copy((1, 2)), copy.deepcopy({1: [2]}), copy.copy({3}))
class C:
    def __copy__(self): return "copied"
    def __deepcopy__(self, memo): return "deep"
print(copy.copy(C()), copy.deepcopy([C()]))
print(string.ascii_letters, string.digits, string.punctuation, string.capwords("hello big world"), repr(string.whitespace), string.hexdigits, string.octdigits, string.printable == string.digits + string.ascii_letters + string.punctuation + string.whitespace)
print(string.Template("$a is ${b} $$").substitute(a=1, b="x"), string.Template("$a $z").safe_substitute(a=2))
t = "The quick brown fox jumps over the lazy dog. " * 4
print(textwrap.fill(t, 30)); print(textwrap.wrap(t, 25)[:3]); print(textwrap.shorten(t, 40)); print(textwrap.indent("a\nb\n\nc", "> ")); print(repr(textwrap.dedent("   a\n     b\n   c\n")))
print(textwrap.fill("averyveryverylongwordindeed and more", 10, initial_indent="* ", subsequent_indent="  "))
