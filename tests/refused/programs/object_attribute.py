class A:
    pass
print(A().__reduce__())
