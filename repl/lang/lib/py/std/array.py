"""Numbers of one kind in a row."""
import struct

typecodes = "bBuhHiIlLqQfd"
_SIZES = {"b": 1, "B": 1, "u": 4, "h": 2, "H": 2, "i": 4, "I": 4, "l": 8, "L": 8, "q": 8, "Q": 8, "f": 4, "d": 8}
_SMALL = {"b": "signed char", "B": "unsigned byte integer", "h": "signed short integer", "H": "unsigned short",
          "i": "signed integer", "I": "unsigned int"}


def _character(code, v):
    if not isinstance(v, str) or len(v) != 1:
        raise TypeError("array item must be unicode character")
    return v


def _real(code, v):
    if not hasattr(v, "__float__") and not hasattr(v, "__index__") or isinstance(v, str):
        raise TypeError(f"must be real number, not {type(v).__name__}")
    v = float(v)
    return v if code == "d" else struct.unpack("<f", struct.pack("<f", v))[0] if abs(v) <= 3.4028235e38 else (
        _single(v))


def _single(v):
    """Of what is beyond single precision, or nearly so."""
    try:
        return struct.unpack("<f", struct.pack("<f", v))[0]
    except OverflowError:
        return float("inf") if v > 0 else float("-inf")


def _integer(code, v):
    if not hasattr(v, "__index__") or isinstance(v, (str, float)):
        raise TypeError(f"'{type(v).__name__}' object cannot be interpreted as an integer")
    v = v.__index__()
    signed, bits = code.islower(), 8 * _SIZES[code]
    least, most = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if least <= v <= most:
        return v
    if v < 0 and code in "IL":
        raise OverflowError("can't convert negative value to unsigned int")
    if code in "qQ":
        raise OverflowError("can't convert negative int to unsigned" if v < 0 and code == "Q" else "int too big to convert")
    if code in "lL" or v.bit_length() > 63 + (code == "I"):
        raise OverflowError(f"Python int too large to convert to C {'' if code not in 'IL' else 'unsigned '}long")
    raise OverflowError(f"{_SMALL[code]} is {'less than minimum' if v < least else 'greater than maximum'}")


class array:
    """Grows and is cut as a list; what it holds is as wide as its typecode says."""

    def __init__(self, typecode, initializer=(), /):
        if not isinstance(typecode, str) or len(typecode) != 1:
            raise TypeError(f"array() argument 1 must be a unicode character, not {type(typecode).__name__}")
        if typecode not in typecodes:
            raise ValueError("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
        self._code = typecode
        self._check = _character if typecode == "u" else _real if typecode in "fd" else _integer
        self._items = []
        if isinstance(initializer, str) and typecode != "u":
            raise TypeError(f"cannot use a str to initialize an array with typecode '{typecode}'")
        if isinstance(initializer, array) and typecode != "u" and initializer._code == "u":
            raise TypeError(f"cannot use a unicode array to initialize an array with typecode '{typecode}'")
        if isinstance(initializer, (bytes, bytearray)):
            self.frombytes(initializer)
        else:
            self._items = [self._check(typecode, v) for v in initializer]

    typecode = property(lambda self: self._code)
    itemsize = property(lambda self: _SIZES[self._code])

    def _like(self, items):
        a = array(self._code)
        a._items = items
        return a

    def _of_same_kind(self, other, words):
        if not isinstance(other, array):
            raise TypeError(f'can only {words[0]} array (not "{type(other).__name__}"){words[1]}')
        if other._code != self._code:
            raise TypeError("bad argument type for built-in operation")
        return other._items

    def append(self, v, /):
        self._items.append(self._check(self._code, v))

    def insert(self, i, v, /):
        self._items.insert(i, self._check(self._code, v))

    def extend(self, values, /):
        if isinstance(values, array):
            if values._code != self._code:
                raise TypeError("can only extend with array of same kind")
            self._items.extend(values._items)
            return
        for v in values:
            self.append(v)

    def fromlist(self, list, /):
        if type(list) is not type([]):
            raise TypeError("arg must be list")
        self._items.extend([self._check(self._code, v) for v in list])

    def pop(self, i=-1, /):
        if not self._items:
            raise IndexError("pop from empty array")
        return self._items.pop(i)

    def remove(self, v, /):
        if v not in self._items:
            raise ValueError("array.remove(x): x not in array")
        self._items.remove(v)

    def index(self, v, start=0, stop=9223372036854775807, /):
        if v not in self._items[start:stop]:
            raise ValueError("array.index(x): x not in array")
        return self._items.index(v, start, stop)

    def count(self, v, /):
        return self._items.count(v)

    def reverse(self):
        self._items.reverse()

    def tolist(self):
        return list(self._items)

    def tobytes(self):
        if self._code == "u":
            return b"".join([ord(v).to_bytes(4, "little") for v in self._items])
        return struct.pack(f"<{len(self._items)}{self._standard()}", *self._items)

    __bytes__ = tobytes

    def frombytes(self, buffer, /):
        if isinstance(buffer, str) or not isinstance(buffer, (bytes, bytearray, memoryview, array)):
            raise TypeError(f"a bytes-like object is required, not '{type(buffer).__name__}'")
        data = bytes(buffer)
        if len(data) % self.itemsize:
            raise ValueError("bytes length not a multiple of item size")
        n = len(data) // self.itemsize
        if self._code == "u":
            self._items.extend([chr(int.from_bytes(data[4 * i:4 * i + 4], "little")) for i in range(n)])
        else:
            self._items.extend(struct.unpack(f"<{n}{self._standard()}", data))

    def _standard(self):
        """The letter that means the same width where sizes are standard ones."""
        return {"l": "q", "L": "Q"}.get(self._code, self._code)

    def byteswap(self):
        size, data = self.itemsize, self.tobytes()
        self._items = []
        self.frombytes(b"".join([data[i:i + size][::-1] for i in range(0, len(data), size)]))

    def tounicode(self):
        if self._code != "u":
            raise ValueError("tounicode() may only be called on unicode type arrays")
        return "".join(self._items)

    def fromunicode(self, text, /):
        if self._code != "u":
            raise ValueError("fromunicode() may only be called on unicode type arrays")
        self.extend(text)

    def _refuse_file(self, *args):
        raise NotImplementedError("the files of an array are not offered here: a program is data here, it cannot reach files; "
                                  "tobytes() and frombytes() have its bytes")

    fromfile = tofile = _refuse_file

    def buffer_info(self):
        raise NotImplementedError("array.buffer_info() is not offered here: what a program holds has no address; "
                                  "len(a) * a.itemsize is its size in bytes")

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __contains__(self, v):
        return v in self._items

    def _check_index(self, i, words):
        if not hasattr(i, "__index__") or isinstance(i, str):
            raise TypeError("array indices must be integers")
        if not -len(self._items) <= i.__index__() < len(self._items):
            raise IndexError(f"array {words} out of range")

    def __getitem__(self, i):
        if isinstance(i, slice):
            return self._like(self._items[i])
        self._check_index(i, "index")
        return self._items[i]

    def __setitem__(self, i, v):
        if isinstance(i, slice):
            items = self._of_same_kind(v, ("assign", " to array slice"))
            if i.step not in (None, 1) and len(self._items[i]) != len(items):
                raise ValueError(f"attempt to assign array of size {len(items)} to extended slice of size "
                                 f"{len(self._items[i])}")
            self._items[i] = items
            return
        self._check_index(i, "assignment index")
        self._items[i] = self._check(self._code, v)

    def __delitem__(self, i):
        if not isinstance(i, slice):
            self._check_index(i, "assignment index")
        del self._items[i]

    def __add__(self, other):
        return self._like(self._items + self._of_same_kind(other, ("append", " to array")))

    def __iadd__(self, other):
        if not isinstance(other, array):
            raise TypeError(f'can only extend with array (not "{type(other).__name__}")')
        self.extend(other)
        return self

    def __mul__(self, n):
        if not hasattr(n, "__index__") or isinstance(n, float):
            raise TypeError(f"can't multiply sequence by non-int of type '{type(n).__name__}'")
        return self._like(self._items * n)

    __rmul__ = __mul__

    def __imul__(self, n):
        self._items = (self * n)._items
        return self

    def __eq__(self, other):
        return self._items == other._items if isinstance(other, array) else NotImplemented

    def __lt__(self, other):
        return self._items < other._items if isinstance(other, array) else NotImplemented

    def __le__(self, other):
        return self._items <= other._items if isinstance(other, array) else NotImplemented

    def __gt__(self, other):
        return self._items > other._items if isinstance(other, array) else NotImplemented

    def __ge__(self, other):
        return self._items >= other._items if isinstance(other, array) else NotImplemented

    __hash__ = None

    def __copy__(self):
        return self._like(list(self._items))

    def __deepcopy__(self, memo):
        return self._like(list(self._items))

    def __repr__(self):
        name = type(self).__name__
        if not self._items:
            return f"{name}('{self._code}')"
        return f"{name}('{self._code}', {(self.tounicode() if self._code == 'u' else self._items)!r})"


ArrayType = array
