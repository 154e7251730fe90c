class A(3):
    pass
