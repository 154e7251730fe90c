"""is, ==, in a dictionary: tracers compare by operation and hash by identity."""
from catalyst import qjit

@qjit
def f(x: int):
    y = x
    print(y is x, x is None, x is not None, (x + 0) is x)
    try:
        d = {x: 1}
        print("hashable", len(d))
    except TypeError:
        print("not hashable")
    return x == y

print(f(3))
