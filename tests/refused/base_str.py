class A(str):
    pass
