x = 1
def f(a, b=2):
    c = a + b
    print(locals(), sorted(vars()), dir())
    def g():
        return c
    return g()
print(f(1))
globals()["y"] = 5
print(y, "x" in globals(), globals()["x"], globals() is locals(), "y" in vars())
x = 7
print(globals()["x"])
class A:
    p = 1
    q = [k for k in locals() if not k.startswith("_")]
print(A.q)
for name in ("f", "x"):
    print(name, callable(globals()[name]))
print("%(x)d %(y)d" % globals(), "{x}".format(**globals()), "{a}".format_map({"a": 1}))
def h(**kw):
    z = 3
    return "{z} {kw}".format(**locals())
print(h(k=1))
print("x" in dir(), globals().get("nope"))


# The names of a function can be set; messages have the qualified one.
def wanting(a):
    return a


wanting.__name__, wanting.__qualname__ = "short", "Long.short"
print(wanting.__name__, wanting.__qualname__, repr(wanting).startswith("<function Long.short at "))
for attempt in (lambda: wanting(), lambda: setattr(wanting, "__name__", 1), lambda: setattr(wanting, "__qualname__", None)):
    try:
        attempt()
    except TypeError as e:
        print(e)
