class A(object, flag=1):
    pass
