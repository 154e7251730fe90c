class A:
    __slots__ = ('x',)
a = A()
a.y = 3
