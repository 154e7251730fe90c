class A:
    def __setattr__(self, n, v):
        pass
a = A()
a.x = 3
print(a.x)
