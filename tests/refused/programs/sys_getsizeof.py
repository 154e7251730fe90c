import sys
print(sys.getsizeof(3))
