class A(frozenset):
    pass
