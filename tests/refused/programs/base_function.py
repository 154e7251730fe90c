def f():
    pass
class A(f):
    pass
