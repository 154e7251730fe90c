def show(what, run):
    try:
        print(what, "=>", run())
    except BaseException as e:
        print(what, "raised", type(e).__name__, e, "cause", type(e.__cause__).__name__)

def plain():
    v = yield 1
    print("got", v)
    yield 2
    return "end"

def outer_expr():
    r = yield from (x * 3 for x in [1, 2, 3])
    print("inner over", r)
    yield 1.5

def outer_fn():
    r = yield from plain()
    print("inner over", r)
    yield 1.5

def catching():
    try:
        yield 1
    except StopIteration as e:
        return "caught"
    yield 9

def outer_catching():
    r = yield from catching()
    print("inner over", r)
    yield 1.5

for make in (plain, outer_expr, outer_fn, catching, outer_catching):
    for exc in (StopIteration, StopIteration(5), GeneratorExit, ValueError("x"), RuntimeError("y")):
        for start in (True, False):
            g = make()
            if start: next(g)
            show((make.__name__, repr(exc), start, "throw"), lambda: g.throw(exc))
            show((make.__name__, "next"), lambda: next(g))
            show((make.__name__, "close"), lambda: g.close())

g = (x for x in [1,2])
show("fresh expr", lambda: g.throw(StopIteration(3)))
show("next", lambda: next(g))
g = (x for x in [1,2]); next(g)
show("run expr", lambda: g.throw(StopIteration(3)))
show("next", lambda: next(g))
g = (x for x in [1,2]); list(g)
show("done expr", lambda: g.throw(StopIteration(3)))
g = plain(); list(g)
show("done fn", lambda: g.throw(StopIteration(3)))
def src():
    yield 1
    raise StopIteration(7)
show("in expr", lambda: list(x for x in src()))
def bad(x): raise StopIteration(x)
show("elt", lambda: list(bad(x) for x in [1]))
show("elt list", lambda: list(map(bad, [1,2])))
def of():
    r = yield from (bad(x) for x in [1])
    print("inner over", r)
    yield 1.5
show("of", lambda: list(of()))
