# __new__, __init_subclass__, __class_getitem__, __setattr__ and its like, __slots__, private names.
def said(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Single:
    only = None

    def __new__(cls, *args):
        print("new", cls.__name__, args)
        if cls.only is None:
            cls.only = super().__new__(cls)
        return cls.only

    def __init__(self, *args):
        print("init", args)


print(Single(1) is Single(2))


class Number:
    def __new__(cls, v):
        return v if v < 0 else object.__new__(cls)

    def __init__(self, v):
        self.v = v


print(Number(-3), Number(4).v)


class Empty:
    pass


said(lambda: Empty(1))
said(lambda: object.__new__(Empty, 1))
said(lambda: object.__new__(3))


class Plugin:
    known = {}

    def __init_subclass__(cls, tag=None, **rest):
        super().__init_subclass__(**rest)
        cls.known[tag or cls.__name__] = cls

    def __class_getitem__(cls, key):
        return f"{cls.__name__}[{key!r}]"


class A(Plugin, tag="a"):
    pass


class B(A):
    pass


print(sorted(Plugin.known), A[1, 2], B["k"])
said(lambda: Empty[1])


def with_keyword():
    class C(Plugin, other=1):
        pass


said(with_keyword)


class Watched:
    def __setattr__(self, name, v):
        print("set", name, v)
        super().__setattr__(name, v)

    def __delattr__(self, name):
        print("del", name)
        object.__delattr__(self, name)

    def __getattr__(self, name):
        return "no " + name


w = Watched()
w.x = 1
w.x += 1
print(w.x, w.y, w.__dict__)
del w.x
print(w.x)
object.__setattr__(w, "z", 3)
print(object.__getattribute__(w, "z"))


class Slotted:
    __slots__ = ("x", "__secret")
    limit = 3

    def __init__(self):
        self.__secret = 1


s = Slotted()
s.x = 5
print(s.x, s._Slotted__secret, Slotted.x)
del s.x
said(lambda: s.x)
said(lambda: setattr(s, "z", 1))
said(lambda: setattr(s, "limit", 1))
said(lambda: s.__dict__)
said(lambda: delattr(s, "x"))


class Open(Slotted):
    pass


o = Open()
o.anything = 1
print(o.__dict__)


def slots(what):
    class Bad:
        __slots__ = what
        x = 1


said(lambda: slots(("x",)))
said(lambda: slots((1,)))
said(lambda: slots(("a b",)))


class Private:
    __count = 3

    def __helper(self, __more=2):
        return self.__count + __more

    def total(self):
        __local = self.__helper(4)
        return __local


class Other(Private):
    __count = 100


print(Other().total(), sorted(k for k in Private.__dict__ if k.startswith("_P")))
said(lambda: Private().__count)
print(B.__mro__, B.__bases__, A.__base__.__name__)
