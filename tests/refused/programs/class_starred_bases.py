b = (object,)
class A(*b):
    pass
