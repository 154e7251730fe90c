class A(int):
    pass
