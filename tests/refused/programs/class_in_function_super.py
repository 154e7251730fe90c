class A:
    def f(self):
        return super().g()
A().f()
