class A:
    __slots__ = 'x', 'y'
