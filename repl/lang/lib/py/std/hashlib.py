"""Digests: MD5, SHA-1, SHA-224, SHA-256, SHA-384, SHA-512."""
import math

_M = 0xFFFFFFFF


def _primes(n):
    found, k = [], 2
    while len(found) < n:
        if all(k % p for p in found if p * p <= k):
            found.append(k)
        k += 1
    return found


def _root(n, k, bits):
    """The first bits of the fraction of the k-th root of n."""
    x = n << k * bits
    low, high = 0, 1 << bits + 16
    while low < high:
        mid = low + high + 1 >> 1
        if mid ** k <= x:
            low = mid
        else:
            high = mid - 1
    return low & (1 << bits) - 1


def _padded(data, block, order):
    length = (8 * len(data)).to_bytes(block // 8, order)
    return data + b"\x80" + bytes(-(len(data) + 1 + block // 8) % block) + length


_SHIFTS = ((7, 12, 17, 22), (5, 9, 14, 20), (4, 11, 16, 23), (6, 10, 15, 21))
_sines = []


def _md5(data):
    if not _sines:
        _sines.extend(int(abs(math.sin(i + 1)) * 4294967296) for i in range(64))
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476]
    data = _padded(data, 64, "little")
    for at in range(0, len(data), 64):
        w = [int.from_bytes(data[at + 4 * i:at + 4 * i + 4], "little") for i in range(16)]
        a, b, c, d = state
        for i in range(64):
            if i < 16:
                f, g = b & c | ~b & d, i
            elif i < 32:
                f, g = d & b | ~d & c, (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | ~d & _M), 7 * i % 16
            f = (f & _M) + a + _sines[i] + w[g] & _M
            s = _SHIFTS[i // 16][i % 4]
            a, d, c, b = d, c, b, b + (f << s | f >> 32 - s) & _M
        state = [x + y & _M for x, y in zip(state, (a, b, c, d))]
    return b"".join(x.to_bytes(4, "little") for x in state)


def _sha1(data):
    state = [0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0]
    data = _padded(data, 64, "big")
    for at in range(0, len(data), 64):
        w = [int.from_bytes(data[at + 4 * i:at + 4 * i + 4], "big") for i in range(16)]
        for i in range(16, 80):
            x = w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16]
            w.append((x << 1 | x >> 31) & _M)
        a, b, c, d, e = state
        for i in range(80):
            if i < 20:
                f, k = b & c | ~b & d, 0x5A827999
            elif i < 40:
                f, k = b ^ c ^ d, 0x6ED9EBA1
            elif i < 60:
                f, k = b & c | b & d | c & d, 0x8F1BBCDC
            else:
                f, k = b ^ c ^ d, 0xCA62C1D6
            x = (a << 5 | a >> 27) + (f & _M) + e + k + w[i] & _M
            a, b, c, d, e = x, a, (b << 30 | b >> 2) & _M, c, d
        state = [x + y & _M for x, y in zip(state, (a, b, c, d, e))]
    return b"".join(x.to_bytes(4, "big") for x in state)


_tables = {}


def _sha2(data, bits, state):
    word, rounds = bits // 8, 64 if bits == 32 else 80
    if bits not in _tables:
        _tables[bits] = [_root(p, 3, bits) for p in _primes(rounds)]
    table, mask = _tables[bits], (1 << bits) - 1
    turns = ((7, 18, 3, 17, 19, 10, 6, 11, 25, 2, 13, 22) if bits == 32 else
             (1, 8, 7, 19, 61, 6, 14, 18, 41, 28, 34, 39))
    a0, a1, a2, b0, b1, b2, c0, c1, c2, d0, d1, d2 = turns
    data = _padded(data, 16 * word, "big")

    def turn(x, n):
        return (x >> n | x << bits - n) & mask

    for at in range(0, len(data), 16 * word):
        w = [int.from_bytes(data[at + word * i:at + word * (i + 1)], "big") for i in range(16)]
        for i in range(16, rounds):
            x, y = w[i - 15], w[i - 2]
            w.append(w[i - 16] + (turn(x, a0) ^ turn(x, a1) ^ x >> a2) + w[i - 7]
                     + (turn(y, b0) ^ turn(y, b1) ^ y >> b2) & mask)
        a, b, c, d, e, f, g, h = state
        for i in range(rounds):
            s = h + (turn(e, c0) ^ turn(e, c1) ^ turn(e, c2)) + (e & f ^ ~e & g & mask) + table[i] + w[i]
            t = (turn(a, d0) ^ turn(a, d1) ^ turn(a, d2)) + (a & b ^ a & c ^ b & c)
            a, b, c, d, e, f, g, h = s + t & mask, a, b, c, d + s & mask, e, f, g
        state = [x + y & mask for x, y in zip(state, (a, b, c, d, e, f, g, h))]
    return b"".join(x.to_bytes(word, "big") for x in state)


def _sha256(data):
    return _sha2(data, 32, [_root(p, 2, 32) for p in _primes(8)])


def _sha512(data):
    return _sha2(data, 64, [_root(p, 2, 64) for p in _primes(8)])


def _sha384(data):
    return _sha2(data, 64, [_root(p, 2, 64) for p in _primes(16)[8:]])[:48]


def _sha224(data):
    return _sha2(data, 32, [_root(p, 2, 64) & _M for p in _primes(16)[8:]])[:28]


_KINDS = {"md5": (_md5, 16, 64), "sha1": (_sha1, 20, 64), "sha224": (_sha224, 28, 64),
          "sha256": (_sha256, 32, 64), "sha384": (_sha384, 48, 128), "sha512": (_sha512, 64, 128)}
algorithms_guaranteed = algorithms_available = set(_KINDS)


class HASH:
    def __init__(self, name, data):
        self.name = name
        self._digest, self.digest_size, self.block_size = _KINDS[name]
        self._data = bytearray()
        self.update(data)

    def update(self, data):
        if isinstance(data, str):
            raise TypeError("Strings must be encoded before hashing")
        if not isinstance(data, (bytes, bytearray)):
            raise TypeError("object supporting the buffer API required")
        self._data += data

    def digest(self):
        return self._digest(bytes(self._data))

    def hexdigest(self):
        return self.digest().hex()

    def copy(self):
        return HASH(self.name, self._data)

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"


HASH.__module__ = "_hashlib"


def new(name, data=b"", *, usedforsecurity=True):
    if name.lower() not in _KINDS:
        raise ValueError(f"unsupported hash type {name}")
    return HASH(name.lower(), data)


def md5(string=b"", *, usedforsecurity=True):
    return HASH("md5", string)


def sha1(string=b"", *, usedforsecurity=True):
    return HASH("sha1", string)


def sha224(string=b"", *, usedforsecurity=True):
    return HASH("sha224", string)


def sha256(string=b"", *, usedforsecurity=True):
    return HASH("sha256", string)


def sha384(string=b"", *, usedforsecurity=True):
    return HASH("sha384", string)


def sha512(string=b"", *, usedforsecurity=True):
    return HASH("sha512", string)
