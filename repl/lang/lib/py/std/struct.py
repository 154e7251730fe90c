"""Values as bytes of C's structs, and bytes as such values."""
import math


class error(Exception):
    pass


error.__module__ = "struct"

# Sizes, and alignments where the format has no sign of order.
_SIZES = {"x": 1, "c": 1, "b": 1, "B": 1, "?": 1, "h": 2, "H": 2, "i": 4, "I": 4, "l": 4, "L": 4,
          "q": 8, "Q": 8, "e": 2, "f": 4, "d": 8, "s": 1, "p": 1}
_NATIVE = {**_SIZES, "l": 8, "L": 8, "n": 8, "N": 8, "P": 8}
_FLOATS = {"e": (5, 10), "f": (8, 23), "d": (11, 52)}


def _parse(format):
    if isinstance(format, (bytes, bytearray)):
        format = format.decode("ascii")
    native, order, at = True, "little", 0
    if format[:1] in "@=<>!" and format:
        native, order, at = format[0] == "@", "big" if format[0] in ">!" else "little", 1
    sizes, fields, offset = _NATIVE if native else _SIZES, [], 0
    while at < len(format):
        if format[at].isspace():
            at += 1
            continue
        end = at
        while end < len(format) and format[end].isdigit():
            end += 1
        if end == len(format):
            raise error("repeat count given without format specifier")
        count, code = int(format[at:end]) if end > at else 1, format[end]
        if code not in sizes:
            raise error("bad char in struct format")
        size = sizes[code]
        if native and code not in "sxp":
            offset = -(-offset // size) * size
        fields.append((code, count, size, offset))
        offset += size * count
        at = end + 1
    return order, fields, offset


def _float_bits(x, code):
    wide, digits = _FLOATS[code]
    bias, sign = (1 << wide - 1) - 1, math.copysign(1, x) < 0
    top = (1 << wide) - 1
    if math.isnan(x):
        bits = top << digits | 1 << digits - 1
    elif math.isinf(x):
        bits = top << digits
    elif x == 0:
        bits = 0
    else:
        m, e = math.frexp(abs(x))
        e -= 1
        least = max(e, 1 - bias)
        scaled = m * 2.0 * 2.0 ** (digits - (least - e)) if least - e <= 1100 else 0.0
        whole = math.floor(scaled)
        rest = scaled - whole
        if rest > 0.5 or rest == 0.5 and whole & 1:
            whole += 1
        bits = (least + bias - 1 << digits) + whole if e >= 1 - bias else whole
        if bits >= top << digits:
            if code == "e":
                raise OverflowError("float too large to pack with e format")
            raise OverflowError(f"float too large to pack with {code} format")
    return bits | sign << wide + digits


def _float_of(bits, code):
    wide, digits = _FLOATS[code]
    bias, sign = (1 << wide - 1) - 1, -1.0 if bits >> wide + digits else 1.0
    e, m = bits >> digits & (1 << wide) - 1, bits & (1 << digits) - 1
    if e == (1 << wide) - 1:
        return math.nan if m else sign * math.inf
    if e:
        return sign * math.ldexp(m | 1 << digits, e - bias - digits)
    return sign * math.ldexp(m, 1 - bias - digits)


def _pack_one(code, size, v, order):
    if code == "?":
        return bytes([bool(v)])
    if code == "c":
        if not isinstance(v, (bytes, bytearray)) or len(v) != 1:
            raise error("char format requires a bytes object of length 1")
        return bytes(v)
    if code in _FLOATS:
        if isinstance(v, (str, bytes)) or not hasattr(v, "__float__"):
            raise error("required argument is not a float")
        return _float_bits(float(v), code).to_bytes(size, order)
    if not hasattr(v, "__index__") and not isinstance(v, int):
        raise error("required argument is not an integer")
    signed = code.islower()
    low = -(1 << 8 * size - 1) if signed else 0
    high = (1 << 8 * size - signed) - 1
    if not low <= v <= high:
        names = {"b": "byte", "B": "ubyte", "h": "short", "H": "ushort"}
        if code in names:
            text = (f"{names[code]} format requires {low} <= number <= {high}" if code in "bB"
                    else f"{names[code]} format requires {low} <= number <= {high}")
            raise error(text)
        if code in "qQnN":
            raise error("int too large to convert" if code in "qQ" else "argument out of range")
        raise error(f"'{code}' format requires {low} <= number <= {high}")
    return int(v).to_bytes(size, order, signed=signed)


def _wanted(fields):
    return sum(1 if code in "sp" else 0 if code == "x" else count for code, count, size, offset in fields)


def pack(format, *values):
    order, fields, total = _parse(format)
    if len(values) != _wanted(fields):
        raise error(f"pack expected {_wanted(fields)} items for packing (got {len(values)})")
    out, rest = bytearray(total), iter(values)
    for code, count, size, at in fields:
        if code == "x":
            continue
        if code in "sp":
            text = next(rest)
            if not isinstance(text, (bytes, bytearray)):
                raise error(f"argument for '{code}' must be a bytes object")
            if code == "p" and count:
                text = bytes([min(len(text), count - 1, 255)]) + text
            out[at:at + count] = bytes(text[:count]).ljust(count, b"\0")
            continue
        for i in range(count):
            out[at + i * size:at + (i + 1) * size] = _pack_one(code, size, next(rest), order)
    return bytes(out)


def _unpack_at(format, data, start):
    order, fields, total = _parse(format)
    values = []
    for code, count, size, at in fields:
        at += start
        if code in "sp":
            text = bytes(data[at:at + count])
            values.append(text if code == "s" else text[1:1 + text[0]])
            continue
        for i in range(count if code != "x" else 0):
            part = data[at + i * size:at + (i + 1) * size]
            if code == "c":
                values.append(bytes(part))
            elif code == "?":
                values.append(part[0] != 0)
            elif code in _FLOATS:
                values.append(_float_of(int.from_bytes(part, order), code))
            else:
                values.append(int.from_bytes(part, order, signed=code.islower()))
    return tuple(values)


def calcsize(format):
    return _parse(format)[2]


def unpack(format, buffer):
    size = calcsize(format)
    if len(buffer) != size:
        raise error(f"unpack requires a buffer of {size} bytes")
    return _unpack_at(format, buffer, 0)


def unpack_from(format, buffer, offset=0):
    size = calcsize(format)
    if offset < 0:
        offset += len(buffer)
    if len(buffer) - offset < size:
        raise error(f"unpack_from requires a buffer of at least {offset + size} bytes for unpacking "
                    f"{size} bytes at offset {offset} (actual buffer size is {len(buffer)})")
    return _unpack_at(format, buffer, offset)


def pack_into(format, buffer, offset, *values):
    data = pack(format, *values)
    if len(buffer) - offset < len(data):
        raise error(f"pack_into requires a buffer of at least {offset + len(data)} bytes for packing "
                    f"{len(data)} bytes at offset {offset} (actual buffer size is {len(buffer)})")
    buffer[offset:offset + len(data)] = data


def iter_unpack(format, buffer):
    size = calcsize(format)
    if not size or len(buffer) % size:
        raise error(f"iterative unpacking requires a buffer of a multiple of {size} bytes")
    return (_unpack_at(format, buffer, at) for at in range(0, len(buffer), size))


class Struct:
    def __init__(self, format):
        self.format = format if isinstance(format, str) else format.decode()
        self.size = calcsize(format)

    def pack(self, *values):
        return pack(self.format, *values)

    def unpack(self, buffer):
        return unpack(self.format, buffer)

    def unpack_from(self, buffer, offset=0):
        return unpack_from(self.format, buffer, offset)

    def pack_into(self, buffer, offset, *values):
        pack_into(self.format, buffer, offset, *values)

    def iter_unpack(self, buffer):
        return iter_unpack(self.format, buffer)
