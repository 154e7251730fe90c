"""Handlers, finally clauses and contexts around yield; throw, close, yield from."""
def show(*a):
    print(*a)
class CM:
    def __init__(self, name, swallow=False):
        self.name = name
        self.swallow = swallow
    def __enter__(self):
        show("enter", self.name)
        return self
    def __exit__(self, t, v, tb):
        show("exit", self.name, t.__name__ if t else None, v)
        return self.swallow

def g1():
    try:
        x = yield 1
        show("got", x)
        y = yield x * 2 if x else 0
        show("got", y)
    except ValueError as e:
        show("caught", e)
        z = yield "handled"
        show("z", z)
    else:
        show("else")
    finally:
        show("finally")
        yield "in finally"
    return "done"

it = g1()
print(next(it), it.send(5), it.send(None))
try:
    next(it)
except StopIteration as e:
    print("stop", e.value, e.args)
it = g1()
print(next(it))
print(it.throw(ValueError("v")))
print(it.send(9))
print(list(it))
it = g1()
next(it)
try:
    it.throw(KeyError("k"))
except KeyError as e:
    print("key", e)
except BaseException as e:
    print("other", type(e), e)
try:
    print(next(it))
except KeyError as e:
    print("key2", e)
it = g1()
next(it)
try:
    it.close()
except RuntimeError as e:
    print("rt", e)

def g2():
    with CM("a") as a, CM("b", True):
        yield a.name
        raise ValueError("inside")
    show("after with")
    for i in range(3):
        with CM(i):
            if i == 1:
                continue
            got = yield i
            if got == "stop":
                break
    else:
        show("no break")
    with CM("r"):
        return "ret"

def drive(g, sends):
    out = []
    try:
        out.append(next(g))
        for s in sends:
            out.append(g.send(s))
    except StopIteration as e:
        out.append(("stop", e.value))
    except Exception as e:
        out.append((type(e).__name__, str(e)))
    return out
print(drive(g2(), [None, None, None, None]))
print(drive(g2(), [None, "stop", None]))
it = g2()
print(next(it), next(it))
it.close()
print(list(it))

def inner(n):
    total = 0
    try:
        while True:
            got = yield total
            if got is None:
                return total
            total += got
    except GeneratorExit:
        show("inner exit")
        raise
    except TypeError as e:
        show("inner type", e)
        yield "recovered"
        return -1
    finally:
        show("inner finally", total)

def outer():
    a = yield from inner(1)
    show("a", a)
    b = yield from inner(2)
    show("b", b)
    c = yield from [1, 2]
    show("c", c)
    d = yield from (x * x for x in range(2))
    return (a, b, c, d)
o = outer()
print(drive(o, [1, 2, None, 5, None, None, None, None, None]))
o = outer(); print(next(o), o.send(3)); o.close()
o = outer(); print(next(o), o.send(3)); print(o.throw(TypeError("t"))); print(next(o), list(o))
def bare():
    try:
        raise ValueError("one")
    except ValueError:
        yield 1
        try:
            raise KeyError("two")
        except KeyError:
            yield 2
        try:
            raise
        except ValueError as e:
            show("again", e)
        yield 3
        raise
b = bare()
try:
    try:
        raise OSError("outer")
    except OSError:
        print(next(b), next(b))
        try:
            raise
        except OSError as e:
            print("kept", e)
        print(next(b))
        next(b)
except ValueError as e:
    print("raised", e, repr(e.__context__))
def stop():
    yield 1
    raise StopIteration(5)
try:
    list(stop())
except RuntimeError as e:
    print(e, repr(e.__cause__))
def running():
    try:
        next(me)
    except ValueError as e:
        yield str(e)
me = running()
print(next(me))
g = (i for i in range(3))
print(next(g), g.send(None), g.close(), list(g))
g = (i for i in range(3))
try:
    g.throw(KeyError, "x")
except KeyError as e:
    print("K", e)
try:
    g1().send(3)
except TypeError as e:
    print(e)
g = g1()
try:
    g.throw(3)
except TypeError as e:
    print(e)
print(next(g), list(g))
print(type(g), g.__class__.__name__, hasattr(g, "send"), iter(g) is g)
class C:
    def __iter__(self):
        yield 1
        yield from self.more()
    def more(self):
        yield 2
print(list(C()), [*C()], dict(zip(C(), C())), sum(C()), max(C()), sorted(C(), reverse=True), tuple(C()), 2 in C())
def deep(n):
    if n:
        yield from deep(n - 1)
    yield n
print(sum(deep(200)))
def inf():
    yield from inf()
try:
    next(inf())
except RecursionError as e:
    print("RecursionError")
def ret_in_finally():
    for i in range(3):
        try:
            yield i
            if i == 1: continue
        finally:
            show("f", i)
            if i == 1: break
    try:
        return 1
    finally:
        show("last")
        yield "y"
r = ret_in_finally()
print(drive(r, [None] * 5))
def nested_try():
    try:
        try:
            yield 1
        finally:
            show("in1")
            raise KeyError("new")
    except KeyError as e:
        show(e, repr(e.__context__))
        yield 2
n = nested_try(); next(n)
print(n.throw(ValueError("old")))
def empty():
    return
    yield
print(list(empty()))
