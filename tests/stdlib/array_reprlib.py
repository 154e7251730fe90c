import array as module
import copy
import reprlib
from array import array
from collections import deque


def tried(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


print(module.typecodes, module.ArrayType is array)
for code in "bBhHiIlLqQ":
    bits = 8 * array(code).itemsize
    for v in (2 ** bits, -2 ** bits, 2 ** (bits - 1), -2 ** (bits - 1) - 1, -1, 2 ** 70, -2 ** 70, 1.5, "x"):
        tried(lambda: array(code, [v]))
for make in (lambda: array("d", ["x"]), lambda: array("f", [1e300, 0.1, -1e39]), lambda: array("d", [2 ** 2000]), lambda: array("z"),
             lambda: array(3), lambda: array("d", 3), lambda: array("u", "abc"), lambda: array("u", ["a", "bc"]),
             lambda: array("d", "abc"), lambda: array("d", b"12345678"), lambda: array("i", bytearray(b"1234")),
             lambda: array("i", array("d", [1.0])), lambda: array("d", array("i", [1])), lambda: array("i", [True]),
             lambda: array("i", array("u", "a")), lambda: array("u", "é").tounicode(), lambda: array("u", "é").tobytes()):
    tried(make)
a = array("d", [1, 2, 3])
for use in (lambda: a[5], lambda: a["x"], lambda: a[1:], lambda: a[::-1], lambda: a.index(9), lambda: a.remove(9), lambda: array("i").pop(),
            lambda: a.pop(7), lambda: a + [1], lambda: a + array("i", [1]), lambda: a * 2, lambda: 2 * a, lambda: a * 1.5,
            lambda: a.extend(array("i", [1])), lambda: a.extend(3), lambda: a.fromlist((1,)), lambda: a.frombytes(b"123"),
            lambda: a.frombytes("x"), lambda: a == [1, 2, 3], lambda: a < array("i", [1, 2, 4]), lambda: a == array("i", [1, 2, 3]),
            lambda: a.tobytes(), lambda: bytes(array("h", [1, -1])), lambda: bytearray(array("h", [1])), lambda: 1.0 in a,
            lambda: array("i", [1, 1]).count(1), lambda: array("i", [1, 1]).index(1, 1), lambda: array("i", [1, 1]).index(1, 2),
            lambda: array("i").tounicode(), lambda: copy.copy(a), lambda: copy.deepcopy(a), lambda: sum(a), lambda: str(a),
            lambda: a.append("x"), lambda: a.insert(0, "x"), lambda: a.insert(-1, 4), lambda: a.tolist(), lambda: a.reverse(), lambda: a):
    tried(use)


def put(i, v):
    a[i] = v
    return a


def drop(i):
    del a[i]
    return a


for i, v in ((slice(0, 1), [1]), (slice(0, 1), array("i", [1])), (slice(0, 1), array("d", [7, 8])),
             (slice(None, None, 2), array("d", [7])), (9, 1), ("a", 1), (0, "a"), (-1, 5)):
    tried(lambda: put(i, v))
tried(lambda: drop(9))
tried(lambda: drop(slice(0, 2)))
b = array("h", [1, 258])
b.byteswap()
print(b, b.typecode, b.itemsize, len(b))
b += array("h", [3])
b *= 2
print(b)
c = array("f")
c.frombytes(array("f", [0.5, 1.5]).tobytes())
print(c, array("d", [float("nan"), float("inf")]), array("i"))


class Row(array):
    pass


print(Row("d", [1]), Row("d", [1])[:])

r = reprlib.repr
for x in (list(range(10)), tuple(range(10)), (1,), (), set(range(10)), frozenset("abcdefgh"), set(), frozenset(), {}, dict.fromkeys(range(9), "v"),
          "x" * 50, "'" * 29, 10 ** 60, deque(range(9)), array("d", range(9)), array("d"), [[[[[[[[1]]]]]]]], {1: {2: {3: {4: {5: {6: {7: 8}}}}}}},
          [1.5] * 7, "short", 3, None, range(100), {3, "a"}, b"x" * 60, len("a") > 0):
    print(r(x))


class Shy:
    def __repr__(self):
        raise ValueError


class Long:
    def __repr__(self):
        return "<" + "long " * 20 + ">"


class Mine(reprlib.Repr):
    def repr_Long(self, x, level):
        return f"a long one at {level}"


print(r(Shy())[:18], r(Long()), Mine().repr([Long(), [Long()]]))
s = reprlib.Repr()
s.maxlist, s.maxstring, s.fillvalue, s.maxlevel, s.maxother = 2, 10, "--", 2, 8
print(s.repr([1, 2, 3]), s.repr("abcdefghijklmn"), s.repr([[[1]]]), s.repr(1.123456789012), s.maxlong, reprlib.aRepr.maxdict)


class Ring:
    @reprlib.recursive_repr()
    def __repr__(self):
        """in a circle"""
        return f"<{self.items}>"


ring = Ring()
ring.items = [1, ring]
print(ring, Ring.__repr__.__name__, Ring.__repr__.__doc__)
