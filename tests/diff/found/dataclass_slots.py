# A dataclass with slots is a class with slots.
from dataclasses import dataclass, field, fields, replace


@dataclass(slots=True)
class Point:
    x: int
    y: int = 2
    more: list = field(default_factory=list)

    def norm(self):
        return self.x + self.y


@dataclass(slots=True)
class Named(Point):
    name: str = "p"


@dataclass(frozen=True, slots=True)
class Frozen:
    a: int


p, q = Point(1), Named(3, 4, name="q")
print(p, q, p.norm(), q.norm(), Point.__slots__, Named.__slots__, Point.__qualname__, Point.__name__)
print([f.name for f in fields(Named)], replace(q, x=9), p == Point(1), hasattr(p, "__dict__"))
print(hash(Frozen(3)) == hash(Frozen(3)), Frozen(3))
for act in ("p.z = 1", "del p.x", "p.x", "del p.x"):
    try:
        if act == "p.z = 1":
            p.z = 1
        elif act == "p.x":
            p.x
        else:
            del p.x
        print(act)
    except AttributeError as e:
        print(act, "-", e)
try:
    Frozen(1).a = 2
except AttributeError as e:
    print(type(e).__name__, e)
try:
    @dataclass(slots=True)
    class Twice:
        __slots__ = ("a",)
        a: int
except TypeError as e:
    print(e)
