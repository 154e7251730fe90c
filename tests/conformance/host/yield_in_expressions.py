"""A yield wherever an expression can stand: what is evaluated before it is kept, in order."""
def show(*a):
    print(*a)
def tree(t):
    if t:
        l, v, r = t
        yield from tree(l)
        yield v
        yield from tree(r)
print(list(tree(((None, 1, None), 2, ((None, 3, None), 4, None)))))
def exprs():
    x = 1
    def inc():
        nonlocal x
        x += 1
        return x
    r = x + (yield inc)
    show(r, x)
    l = [x, inc(), (yield "list"), inc(), *(yield "star")]
    show(l)
    d = {"a": inc(), (yield "key"): (yield "value"), **(yield "dict")}
    show(d)
    s = f"{inc()} {(yield 'f')!r} {(yield 'g'):>5}"
    show(s)
    print(inc(), (yield "arg"), *[inc()], sep=(yield "kw"))
    c = 1 < (yield "c1") < (yield "c2") < 10
    show(c)
    b = (yield "b1") and (yield "b2") or (yield "b3")
    show(b)
    t = (yield "then") if (yield "test") else (yield "else")
    show(t)
    d["q"] = yield "store"
    d[(yield "index")] = inc()
    x += yield "aug"
    d["q"] += yield "augitem"
    show(x, d)
    assert (yield "assert"), (yield "msg")
    if (w := (yield "walrus")) > 3:
        show("w", w)
    q = [i for i in (yield "comp")]
    show(q, -(yield "neg"), not (yield "not"), d[(yield "get")])
    a, (b, *c) = yield "unpack"
    show(a, b, c)
    del d[(yield "del")]
    show(d)
    lam = lambda: (yield 5)
    show(list(lam()))
    while (yield "while"):
        show("loop")
    for k in (yield "for"):
        show(k)
    return (yield "ret")
g = exprs()
f = next(g)
f(); f()
vals = [10, "L", (7, 8), "K", "V", {"z": 1}, "eff", "gee", "A", "-", 5, 7, 0, "B3", 0, "E", 11, "idx", 100, 5, True, 4, [1, 2], 3, 0, "q", (1, (2, 3, 4)), "idx", 1, 0, "ab", "R"]
for v in vals:
    try:
        print("->", g.send(v))
    except StopIteration as e:
        print("end", e.value)
        break
g = exprs()
next(g)
for v in [10, "L", (7, 8), "K", "V", {"z": 1}, "eff", "gee", "A", "-", 50, 1, "B2", 1, "T", 11, 7, "idx", 100, 5, False, "boom"]:
    try:
        print("->", g.send(v))
    except AssertionError as e:
        print("assertion", e)
