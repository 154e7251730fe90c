# Classes with __get__, __set__, __delete__ and __set_name__ as attributes of other classes.
def said(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Typed:
    def __init__(self, kind):
        self.kind = kind

    def __set_name__(self, owner, name):
        print("named", owner.__name__, name)
        self.name = name

    def __get__(self, obj, owner=None):
        return self if obj is None else obj.__dict__.get(self.name, 0)

    def __set__(self, obj, v):
        if not isinstance(v, self.kind):
            raise TypeError(f"{self.name} has to be {self.kind.__name__}")
        obj.__dict__[self.name] = v

    def __delete__(self, obj):
        print("deleted", self.name)
        del obj.__dict__[self.name]


class Point:
    x = Typed(int)
    y = Typed(float)


p = Point()
p.x, p.y = 3, 2.5
print(p.x, p.y, p.__dict__, Point.x.name)
said(lambda: setattr(p, "x", "three"))
del p.x
print(p.x)


class Cached:
    def __init__(self, fn):
        self.fn = fn

    def __get__(self, obj, owner):
        if obj is None:
            return "unbound"
        v = obj.__dict__[self.fn.__name__] = self.fn(obj)
        return v


class Circle:
    def __init__(self, r):
        self.r = r

    @Cached
    def area(self):
        print("computed")
        return 3 * self.r ** 2


c = Circle(2)
print(c.area, c.area, Circle.area)


class OnlySet:
    def __set__(self, obj, v):
        print("set", v)


class OnlyDelete:
    def __delete__(self, obj):
        print("gone")


class Holder:
    a = OnlySet()
    b = OnlyDelete()


h = Holder()
h.a = 1
said(lambda: delattr(h, "a"))
said(lambda: setattr(h, "b", 1))
del h.b
print(type(h.a).__name__)


class Bad:
    def __set_name__(self, owner, name):
        raise KeyError(name)


def make():
    class Broken:
        field = Bad()


try:
    make()
except Exception as e:
    print(type(e).__name__, e, type(e.__cause__).__name__)
