import cmath
import itertools
import math
import operator

for m in (math, cmath, operator, itertools):
    names = vars(m)
    print(m.__name__, [n for n in names if n[0] != "_" and n not in ("length_hint", "call")], names["__name__"])
    print([n for n in dir(m) if n[0] != "_" and n not in ("length_hint", "call")], names is not None)
    print(all(getattr(m, n) is v for n, v in m.__dict__.items() if callable(v)))
env = {}
env.update(vars(math))
env.update({"+": operator.add, "car": lambda x: x[0]})
print(env["sin"](0), env["pi"], env["sqrt"](16), "tau" in env)
