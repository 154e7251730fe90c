def trace(tag):
    print("start", tag)
    try:
        n = 0
        while True:
            yield n
            n += 1
    finally:
        print("cleanup", tag)
g = trace("a")
print(next(g))
g = None
print("after a")
def f():
    h = trace("b")
    return next(h)
print(f())
for x in trace("c"):
    if x == 2: break
print("after c")
next(trace("d"))
print("after d")
l = [trace("e"), trace("f")]
print([next(x) for x in l])
del l[0]
print("e gone")
l.clear()
print("f gone")
def outer():
    try:
        yield from trace("inner")
    finally:
        print("outer done")
o = outer(); next(o); del o
print("x")
class M:
    def __enter__(self): print("enter"); return self
    def __exit__(self, *a): print("exit"); return False
def w():
    with M():
        yield 1
        yield 2
it = w(); next(it); it = 3
print(it)
try:
    for v in trace("h"):
        raise ValueError("boom")
except ValueError as e:
    print("caught", e)
print("z")
last = trace("last"); next(last)
