class A(metaclass=type):
    pass
