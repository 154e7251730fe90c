class A:
    def __delattr__(self, n):
        print('d')
a = A()
del a.x
