class A:
    def __init_subclass__(cls):
        print('sub')
class B(A):
    pass
