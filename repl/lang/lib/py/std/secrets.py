"""Random numbers of the system, which no seed repeats."""
from base64 import urlsafe_b64encode
from random import SystemRandom

DEFAULT_ENTROPY = 32
_own = SystemRandom()
randbits, choice = _own.getrandbits, _own.choice


def randbelow(exclusive_upper_bound):
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _own._randbelow(exclusive_upper_bound)


def token_bytes(nbytes=None):
    return _own.randbytes(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    return urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode("ascii")


def compare_digest(a, b, /):
    for x in (a, b):
        if not isinstance(x, (str, bytes, bytearray)):
            raise TypeError(f"unsupported operand types(s) or combination of types: '{type(a).__name__}' and "
                            f"'{type(b).__name__}'")
    if isinstance(a, str) != isinstance(b, str):
        raise TypeError(f"unsupported operand types(s) or combination of types: '{type(a).__name__}' and '{type(b).__name__}'")
    if isinstance(a, str) and not (a.isascii() and b.isascii()):
        raise TypeError("comparing strings with non-ASCII characters is not supported")
    return a == b
