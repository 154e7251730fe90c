"""Numbers of 128 bits that name things."""
from enum import Enum
from hashlib import md5, sha1
from secrets import token_bytes

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility", "specified in RFC 4122", "reserved for Microsoft compatibility", "reserved for future definition"]


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


def _of_fields(fields):
    if len(fields) != 6:
        raise ValueError("fields is not a 6-tuple")
    words = ("32", "16", "16", "8", "8", "48")
    for i, (x, bits) in enumerate(zip(fields, words)):
        if not 0 <= x < 1 << int(bits):
            raise ValueError(f"field {i + 1} out of range (need {'an' if bits[0] == '8' else 'a'} {bits}-bit value)")
    low, middle, high, clock, clock_low, node = fields
    return low << 96 | middle << 80 | high << 64 | clock << 56 | clock_low << 48 | node


def _swapped(data):
    return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]


class UUID:
    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *,
                 is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            digits = hex.replace("urn:", "").replace("uuid:", "").strip("{}").replace("-", "")
            if len(digits) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = _int(digits, 16)
        for name, data in (("bytes_le", bytes_le), ("bytes", bytes)):
            if data is None:
                continue
            if len(data) != 16:
                raise ValueError(f"{name} is not a 16-char string")
            int = _int.from_bytes(_swapped(data) if name == "bytes_le" else data, "big")
        if fields is not None:
            int = _of_fields(fields)
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 5:
                raise ValueError("illegal version number")
            int = int & ~(0xC000 << 48) | 0x8000 << 48
            int = int & ~(0xF000 << 64) | version << 76
        self.__dict__["int"], self.__dict__["is_safe"] = int, is_safe

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __eq__(self, other):
        return self.int == other.int if isinstance(other, UUID) else NotImplemented

    def __lt__(self, other):
        return self.int < other.int if isinstance(other, UUID) else NotImplemented

    def __gt__(self, other):
        return self.int > other.int if isinstance(other, UUID) else NotImplemented

    def __le__(self, other):
        return self.int <= other.int if isinstance(other, UUID) else NotImplemented

    def __ge__(self, other):
        return self.int >= other.int if isinstance(other, UUID) else NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __str__(self):
        digits = self.hex
        return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])

    def __repr__(self):
        return f"{type(self).__name__}({str(self)!r})"

    hex = property(lambda self: f"{self.int:032x}")
    urn = property(lambda self: "urn:uuid:" + str(self))
    bytes = property(lambda self: self.int.to_bytes(16, "big"))
    bytes_le = property(lambda self: _swapped(self.bytes))
    time_low = property(lambda self: self.int >> 96)
    time_mid = property(lambda self: self.int >> 80 & 0xFFFF)
    time_hi_version = property(lambda self: self.int >> 64 & 0xFFFF)
    clock_seq_hi_variant = property(lambda self: self.int >> 56 & 0xFF)
    clock_seq_low = property(lambda self: self.int >> 48 & 0xFF)
    node = property(lambda self: self.int & 0xFFFFFFFFFFFF)
    time = property(lambda self: (self.time_hi_version & 0xFFF) << 48 | self.time_mid << 32 | self.time_low)
    clock_seq = property(lambda self: (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low)
    fields = property(lambda self: (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant,
                                    self.clock_seq_low, self.node))

    @property
    def variant(self):
        top = self.clock_seq_hi_variant
        return RESERVED_NCS if not top & 0x80 else RFC_4122 if not top & 0x40 else (
            RESERVED_MICROSOFT if not top & 0x20 else RESERVED_FUTURE)

    @property
    def version(self):
        return self.int >> 76 & 0xF if self.variant == RFC_4122 else None


_int = int


def _named(make, namespace, name, version):
    if isinstance(name, str):
        name = name.encode("utf-8")
    return UUID(bytes=make(namespace.bytes + name).digest()[:16], version=version)


def uuid3(namespace, name):
    return _named(md5, namespace, name, 3)


def uuid4():
    return UUID(bytes=token_bytes(16), version=4)


def uuid5(namespace, name):
    return _named(sha1, namespace, name, 5)


NAMESPACE_DNS, NAMESPACE_URL, NAMESPACE_OID, NAMESPACE_X500 = [
    UUID(f"6ba7b81{digit}-9dad-11d1-80b4-00c04fd430c8") for digit in "0124"]
