import struct
from array import array


def tried(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


data = struct.pack("<3d", 1.5, -2.0, 1e300)
m = memoryview(data)
d = m.cast("d")
print(d.tolist(), len(d), d.nbytes, d.itemsize, d.format, d.shape, d.strides, d.ndim, d.readonly, d.contiguous)
print(d[0], d[-1], d[1:].tolist(), d[::2].tolist(), d[::-1].tobytes() == struct.pack("<3d", 1e300, -2.0, 1.5), list(d), sum(d[:2]))
print(bytes(d) == data, d.cast("B").tolist()[:4], d.tobytes() == data, d.hex()[:8], 1.5 in d)
octets = bytearray(range(240, 256))
for f in "bBhHiIlLqQnN?c":
    v = memoryview(octets).cast(f)
    print(f, v.format, v.itemsize, v.tolist()[:2], v.shape)
print(memoryview(octets).cast("@h")[0], memoryview(b"").cast("d").tolist())
v = memoryview(octets)
h = v.cast("H")
v[0:2] = b"\x01\x02"
print(h[0], h == memoryview(octets).cast("H"), h == v, memoryview(b"\1\2").cast("b") == b"\1\2")
for f in (lambda: m.cast("x"), lambda: m.cast("dd"), lambda: m.cast(3), lambda: d.cast("i"), lambda: m[:5].cast("d"), lambda: m[::2].cast("h"),
          lambda: d[9], lambda: d["x"], lambda: memoryview(b"abcd").cast("h", 3)):
    try:
        f()
    except (TypeError, ValueError, IndexError) as e:
        print(type(e).__name__)
a = array("f", [0.5, 2])
print(array("f", memoryview(bytes(a)).cast("f")), tuple(memoryview(a.tobytes()).cast(a.typecode)))
