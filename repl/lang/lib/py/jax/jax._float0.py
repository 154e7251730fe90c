"""float0: the dtype of tangents of integers, and the arrays of it that jax makes. None of their elements has a byte."""


class _Float0:
    name, kind, itemsize = "void", "V", 0

    def __repr__(self):
        return "dtype([('float0', 'V')])"

    def __str__(self):
        return "[('float0', 'V')]"


float0 = _Float0()


def _nested(shape):
    if not shape:
        return (b"",)
    return [_nested(shape[1:]) for _ in range(shape[0])]


class zeros:
    """numpy.zeros(shape, float0)"""

    def __init__(self, shape):
        self.shape, self.dtype = tuple(shape), float0

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        n = 1
        for length in self.shape:
            n *= length
        return n

    def tolist(self):
        return _nested(self.shape)

    def __len__(self):
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __str__(self):
        return str(self.tolist()).replace("), (", ") (").replace("], [", "]\n [")

    def __repr__(self):
        return f"array({self.tolist()}, dtype={self.dtype})"
