class A:
    def __class_getitem__(cls, i):
        return i
print(A[3])
