class A:
    pass
with A():
    pass
