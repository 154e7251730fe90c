class A(float):
    pass
