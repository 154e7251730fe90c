class A(dict):
    pass
