class D:
    def __get__(self, o, t):
        return 3
class A:
    x = D()
print(A().x)
