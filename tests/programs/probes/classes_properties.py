# Properties, class methods, static methods: what they give, and what is refused.
def said(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Tank:
    made = 0

    def __init__(self, level):
        Tank.made += 1
        self._level = level

    @property
    def level(self):
        "litres"
        return self._level

    @level.setter
    def level(self, v):
        if v < 0:
            raise ValueError("below zero")
        self._level = v

    @level.deleter
    def level(self):
        self._level = 0

    @property
    def half(self):
        return self.level / 2

    @classmethod
    def full(cls):
        return cls(100)

    @staticmethod
    def unit(k):
        return k * "l"

    broken = property()
    write_only = property(None, lambda self, v: print("written", v))


class Barrel(Tank):
    @property
    def level(self):
        return super().level + 1

    @classmethod
    def full(cls):
        t = super().full()
        t._level += 5
        return t


t = Tank(3)
t.level = 7
t.level += 1
print(t.level, t.half, Tank.level.__doc__)
del t.level
print(t.level, t.__dict__)
said(lambda: setattr(t, "level", -1))
said(lambda: setattr(t, "half", 1))
said(lambda: delattr(t, "half"))
said(lambda: t.broken)
said(lambda: t.write_only)
t.write_only = 5
b = Barrel.full()
print(type(b).__name__, b.level, Tank.made, b.full().level, Barrel.unit(2), b.unit(3))
said(lambda: setattr(b, "level", 1))
print(hasattr(b, "broken"), getattr(t, "write_only", "nothing"), isinstance(Tank.level, property))
print(Tank.__dict__["unit"].__func__(1), Tank.__dict__["full"].__func__.__name__, Tank.level.fget(t))
wrapped = staticmethod(len)
print(wrapped([1, 2]), callable(wrapped), callable(classmethod(len)))


class Late:
    pass


late = Late()
late.x = 1
Late.x = property(lambda self: "from the class")
print(late.x, late.__dict__)
said(lambda: setattr(late, "x", 2))


class Sub(Late):
    def __getattr__(self, name):
        return "fallback " + name

    @property
    def fails(self):
        raise AttributeError("inside")


print(Sub().fails, Sub().y, Sub().x)
