class A:
    pass
print(A.__bases__)
