"""Bytes as texts of 64, 32 or 16 characters."""

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BASE32 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"


class Error(ValueError):
    pass


Error.__module__ = "binascii"


def _bytes(s):
    if isinstance(s, str):
        if not s.isascii():
            raise ValueError("string argument should contain only ASCII characters")
        return s.encode("ascii")
    if isinstance(s, (bytes, bytearray)):
        return bytes(s)
    raise TypeError(f"argument should be a bytes-like object or ASCII string, not {type(s).__name__!r}")


def _given(s):
    if not isinstance(s, (bytes, bytearray)):
        raise TypeError(f"a bytes-like object is required, not {type(s).__name__!r}")
    return s


def _alphabet(altchars):
    return _BASE64 if altchars is None else _BASE64[:62] + bytes(altchars)


def b64encode(s, altchars=None):
    letters, out, s = _alphabet(altchars), bytearray(), _given(s)
    for i in range(0, len(s), 3):
        part = s[i:i + 3]
        n = int.from_bytes(part, "big") << 8 * (3 - len(part))
        out += bytes([letters[n >> k & 63] for k in (18, 12, 6, 0)][:len(part) + 1])
        out += b"=" * (3 - len(part))
    return bytes(out)


def b64decode(s, altchars=None, validate=False):
    s = _bytes(s)
    if altchars is not None:
        s = s.translate(bytes.maketrans(_bytes(altchars), b"+/"))
    out, n, count, pads = bytearray(), 0, 0, 0
    values = {c: i for i, c in enumerate(_BASE64)}
    for c in s:
        if c == 61 and count % 4 >= 2:
            pads += 1
            if count % 4 + pads >= 4:
                break
            continue
        if c not in values:
            if validate:
                raise Error("Only base64 data is allowed")
            continue
        pads = 0
        n, count = n << 6 | values[c], count + 1
        if count % 4 == 0:
            out += n.to_bytes(3, "big")
            n = 0
    left = count % 4
    if left == 1:
        raise Error("Invalid base64-encoded string: number of data characters "
                    f"({count}) cannot be 1 more than a multiple of 4")
    if left and pads < 4 - left:
        raise Error("Incorrect padding")
    if left:
        out += (n << 6 * (4 - left)).to_bytes(3, "big")[:left - 1]
    return bytes(out)


def standard_b64encode(s):
    return b64encode(s)


def standard_b64decode(s):
    return b64decode(s)


def urlsafe_b64encode(s):
    return b64encode(s, b"-_")


def urlsafe_b64decode(s):
    return b64decode(s, b"-_")


def b32encode(s):
    out, s = bytearray(), _given(s)
    for i in range(0, len(s), 5):
        part = s[i:i + 5]
        n = int.from_bytes(part, "big") << 8 * (5 - len(part))
        used = (8 * len(part) + 4) // 5
        out += bytes([_BASE32[n >> 5 * k & 31] for k in range(7, -1, -1)][:used]) + b"=" * (8 - used)
    return bytes(out)


def b32decode(s, casefold=False, map01=None):
    s = _bytes(s)
    if len(s) % 8:
        raise Error("Incorrect padding")
    if casefold:
        s = s.upper()
    data, out = s.rstrip(b"="), bytearray()
    values = {c: i for i, c in enumerate(_BASE32)}
    for i in range(0, len(data), 8):
        part, n = data[i:i + 8], 0
        for c in part:
            if c not in values:
                raise Error("Non-base32 digit found")
            n = n << 5 | values[c]
        if len(part) in (1, 3, 6):
            raise Error("Incorrect padding")
        out += (n << 5 * (8 - len(part))).to_bytes(5, "big")[:5 * len(part) // 8]
    return bytes(out)


def b16encode(s):
    return _given(s).hex().upper().encode()


def b16decode(s, casefold=False):
    s = _bytes(s)
    if casefold:
        s = s.upper()
    if any(c not in b"0123456789ABCDEF" for c in s):
        raise Error("Non-base16 digit found")
    if len(s) % 2:
        raise Error("Odd-length string")
    return bytes.fromhex(s.decode())


def encodebytes(s):
    return b"".join(b64encode(s[i:i + 57]) + b"\n" for i in range(0, len(s), 57))


def decodebytes(s):
    return b64decode(s)
