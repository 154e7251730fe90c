class A(tuple):
    pass
