class A(**{}):
    pass
