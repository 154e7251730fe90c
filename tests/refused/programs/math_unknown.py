import math
math.foo(3)
