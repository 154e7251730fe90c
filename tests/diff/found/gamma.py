"""The gamma function and its logarithm to the last digit; reversed dictionaries and views."""
import math
def show(f, x):
    try:
        print(x, f(x))
    except Exception as e:
        print(x, type(e).__name__, e)
for f in (math.gamma, math.lgamma):
    for x in [0.5, 1, 2, 3, 4.5, 22, 23, 24, 100.5, 139.9, 140.2, 171.5, 172, 201, -0.5, -1, -2.5, -150.5, -170.5, -200.5, -201.5, 1e-21, -1e-21, 1e-310, 1e308, 0, 0.0, math.inf, -math.inf, math.nan, math.e, 1e20, -1e20,3.7,5.5]:
        show(f, x)
d = {1: 2}
print(list(reversed(d)), list(reversed(d.values())), list(reversed(d.items())), type(reversed(d.items())).__name__)
