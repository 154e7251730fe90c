"""the distance lies almost in the middle between two floats"""
import math

print(math.dist([2.5, 2.5], [math.e, math.pi]))
print(math.hypot(3.0, 4.0), math.hypot(), math.hypot(-0.0), math.hypot(1e308, 1e308), math.hypot(5e-324, 5e-324))
print(math.hypot(*[0.1] * 10), math.hypot(1e200, 1e-200), math.dist((1, 2, 3), (4, 5, 6)))
