"""numpy: functions of elements, walks over elements, arrays out of iterators and bytes, errors of floating point."""
import numpy as np


def show(name, f):
    try:
        v = f()
    except (ValueError, TypeError, IndexError, KeyError) as e:
        print(name, type(e).__name__, e)
        return
    print(name, repr(v), type(v).__name__)


calls = []


def double(x):
    """Twice."""
    calls.append(type(x).__name__)
    return 2 * x


pick = np.vectorize(lambda x, y: x + y if x > y else x - y)
show("vectorize", lambda: pick([1, 2, 3], 2))
show("numbers", lambda: pick(1, 2))
show("broadcast", lambda: pick([[1.0], [3]], [1, 2]))
show("apart", lambda: pick([1, 2], [1, 2, 3]))
show("empty", lambda: pick([], []))
show("otypes", lambda: np.vectorize(double, otypes=[float])([]))
show("letter", lambda: np.vectorize(double, otypes="d")([1, 2]))
show("two", lambda: np.vectorize(lambda x: (x, x * 2.0))([1, 2]))
show("two types", lambda: np.vectorize(lambda x: (x, x), otypes=[int, float])([1, 2]))
show("keyword", lambda: np.vectorize(lambda x, p=2: x ** p)([1, 2], p=[3, 4]))
show("excluded", lambda: np.vectorize(lambda x, p: sum(p) + x, excluded=["p"])([1, 2], p=[1, 2]))
show("excluded", lambda: np.vectorize(lambda p, x: sum(p) + x, excluded={0})([1, 2], [5, 6]))
show("first type", lambda: np.vectorize(lambda x: 1 if x < 2 else 2.5)([1, 2, 3]))
show("complex", lambda: np.vectorize(lambda x: 1j * x)([[1, 2], [3, 4]]))
show("rows", lambda: np.vectorize(lambda x: [x, x])([1, 2]))
show("bad types", lambda: np.vectorize(double, otypes=5))
show("no function", lambda: np.vectorize(3))
show("no argument", lambda: pick([1]))
calls.clear()
v = np.vectorize(double)
v([1, 2, 3])
print(calls, v.__doc__, v.__name__, v.pyfunc is double, v.otypes, v.cache, v.signature, v.excluded)
calls.clear()
np.vectorize(double, cache=True, otypes=None)([1.0, 2.0])
np.vectorize(double, otypes=[int])([1, 2])
print(calls)


@np.vectorize
def above(a):
    return a > 1


@np.vectorize(otypes=[np.float32], doc="The same.")
def same(a):
    return a


show("decorated", lambda: above([1, 2]))
show("decorated", lambda: above(a=5))
show("decorated", lambda: same(np.array([[1, 2]])))
print(same.__doc__, above.__name__)

print(list(np.ndindex(2, 3)), list(np.ndindex((2, 1))), list(np.ndindex()), list(np.ndindex(0, 2)))
show("ndindex", lambda: np.ndindex(-1))
a = np.arange(6).reshape(2, 3)
print(list(np.ndenumerate([[1, 2], [3, 4]])), list(np.ndenumerate(3.5)), [(i, x) for i, x in np.ndenumerate(a.T)])
print([int(x) for x in np.nditer(a)], [int(x) for x in np.nditer(a.T)], [int(x) for x in np.nditer(a.T, order="C")])
print([int(x) for x in np.nditer(a, order="F")], [int(x) for x in np.nditer(a[:, ::-1])], [int(x) for x in np.nditer(a[::-1])])
print([(int(x), int(y)) for x, y in np.nditer([a, [10, 20, 30]])], [repr(x) for x in np.nditer(np.array([1.5, 2]))], repr(np.nditer(a)[0]))
it = np.nditer(a.T, flags=["multi_index"])
print(it.shape, it.ndim, it.itersize, it.nop)
while not it.finished:
    print(it.multi_index, int(it[0]), it.iterindex, end=" ")
    it.iternext()
print()
with np.nditer(a, flags=["multi_index"]) as it:
    for x in it:
        print(it.multi_index, x, end=" ")
print()
show("nothing", lambda: np.nditer(np.array([])))
show("no index", lambda: np.nditer(a).multi_index)
b = np.broadcast(a, [[1], [2]], 5)
print(b.shape, b.ndim, b.nd, b.size, b.numiter, b.index, list(b)[:3], b.index)
b.reset()
print(next(b), b.index, [list(x)[:2] for x in np.broadcast([1, 2], [[1], [2]]).iters])
show("apart", lambda: np.broadcast([1, 2], [1, 2, 3]))
show("apply", lambda: np.apply_over_axes(np.sum, np.arange(24).reshape(2, 3, 4), [0, 2]))
show("apply", lambda: np.apply_over_axes(np.mean, np.arange(4).reshape(2, 2), -1))
show("apply", lambda: np.apply_over_axes(lambda x, axis: x[0, 0], np.ones((2, 3, 4)), 0))

show("fromiter", lambda: np.fromiter((x * x for x in range(5)), float))
show("fromiter", lambda: np.fromiter([1, 2, 3], int, count=2))
show("fromiter", lambda: np.fromiter([1], int, count=2))
show("fromiter", lambda: np.fromiter([1.5, 2.5], dtype="int8"))
show("fromiter", lambda: np.fromiter(iter([]), dtype=bool))
show("fromiter", lambda: np.fromiter([[1]], int))
show("fromiter", lambda: np.fromiter(3, int))
show("frombuffer", lambda: np.frombuffer(b"\1\2\3\4", dtype="uint8"))
show("frombuffer", lambda: np.frombuffer(b"\1\2\3\4", np.int16, 1, 2))
show("frombuffer", lambda: np.frombuffer(b"\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0"))
show("frombuffer", lambda: np.frombuffer(b"\0\0\0\0\0\0\xf0\x3f\0\0\0\0\0\0\0\xc0", complex))
show("frombuffer", lambda: np.frombuffer(b"\0\x3c\0\xc0", np.float16))
show("frombuffer", lambda: np.frombuffer(b"\0\1", bool))
show("frombuffer", lambda: np.frombuffer(b"abc", np.int16))
show("frombuffer", lambda: np.frombuffer(b"abcd", "u1", count=9))
show("frombuffer", lambda: np.frombuffer(b"abcd", "u1", offset=9))
show("frombuffer", lambda: np.frombuffer("abc"))
show("written to", lambda: np.frombuffer(b"abcd", "u1").__setitem__(0, 1))

print(np.geterr(), np.seterr(all="ignore"), np.geterr())
with np.errstate(divide="warn", over="ignore"):
    print(np.geterr())
print(np.geterr(), np.seterr(divide="warn", over="warn", invalid="warn"))
with np.errstate(all="ignore"):
    print(np.array([1.0, 0.0]) / 0, np.log(np.array([0.0, -1.0])))


@np.errstate(invalid="ignore")
def root(x):
    return np.sqrt(x)


print(root(-1.0), np.geterr()["invalid"])
show("no word", lambda: np.seterr(all="never"))
for t in (np.byte, np.ubyte, np.short, np.ushort, np.intc, np.uintc, np.intp, np.uintp, np.cfloat, np.singlecomplex):
    print(t.__name__, np.zeros(1, dtype=t).dtype, t(1) + 1, end=" ")
print(np.dtype(np.longlong).itemsize, np.dtype(np.ulonglong).kind)
