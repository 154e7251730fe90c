class A(list):
    pass
