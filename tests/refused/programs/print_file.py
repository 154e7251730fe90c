import math
print(1, file=3)
