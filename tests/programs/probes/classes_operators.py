# Methods for operators: which comes first, what is reflected, what is refused.
def said(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Says:
    def __init__(self, name):
        self.name = name


NAMES = ["add", "sub", "mul", "matmul", "truediv", "floordiv", "mod", "divmod", "pow", "lshift", "rshift",
         "and", "or", "xor"]
for n in NAMES:
    setattr(Says, f"__{n}__", lambda self, o, n=n: f"{self.name} {n} {o if isinstance(o, int) else o.name}")
    setattr(Says, f"__r{n}__", lambda self, o, n=n: f"{self.name} r{n} {o}")
    if n != "divmod":
        setattr(Says, f"__i{n}__", lambda self, o, n=n: Says(f"{self.name} i{n} {o}"))
a, b = Says("a"), Says("b")
print([a + b, a - b, a * b, a @ b, a / b, a // b, a % b, divmod(a, b), a ** b, a << b, a >> b, a & b, a | b, a ^ b])
print([1 + a, 1 - a, 1 * a, 1 @ a, 1 / a, 1 // a, 1 % a, divmod(1, a), 1 ** a, 1 << a, 1 >> a, 1 & a, 1 | a, 1 ^ a])
c = a
c += 1
c @= 2
c >>= 3
c //= 4
c |= 5
print(c.name)


class Right:
    def __radd__(self, o):
        return "radd"

    def __gt__(self, o):
        return "gt"


class Base:
    def __add__(self, o):
        return "Base.add"

    def __lt__(self, o):
        return "Base.lt"

    def __gt__(self, o):
        return "Base.gt"


class Below(Base):
    def __radd__(self, o):
        return "Below.radd"

    def __gt__(self, o):
        return "Below.gt"


class Same(Base):
    pass


said(lambda: Right() + Right())
print(1 + Right(), Base() + Below(), Base() + Same(), Below() + Base(), Base() < Below(), Right() < Right())
said(lambda: Base() - 1)


class Equal:
    def __eq__(self, o):
        return True


class Hashed:
    def __hash__(self):
        return 5


class Again(Hashed):
    def __eq__(self, o):
        return NotImplemented


print(Equal.__hash__, hash(Hashed()), Equal() != 3, Again() == Again())
said(lambda: hash(Equal()))
said(lambda: {Again(): 1})


class Rounded:
    def __floor__(self):
        return 1

    def __ceil__(self):
        return 2

    def __trunc__(self):
        return 3

    def __complex__(self):
        return 1 + 3j

    def __format__(self, spec):
        return f"<{spec}>"

    def __contains__(self, k):
        return k == 3

    def __call__(self, *args, **kw):
        return args, kw

    def __len__(self):
        return 0


import math

r = Rounded()
print(math.floor(r), math.ceil(r), math.trunc(r), complex(r), f"{r:abc}", 3 in r, r(1, a=2), bool(r))
