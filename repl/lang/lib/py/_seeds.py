"""What seeds of generators are made of."""


def words(n):
    """A natural number as words of 32 bits, the lowest first."""
    r = [n & 0xFFFFFFFF]
    while n >> 32:
        n >>= 32
        r.append(n & 0xFFFFFFFF)
    return r
