"""and, or, not and chained comparisons of tracers."""
from catalyst import qjit

@qjit
def f(x: int, y: int):
    for name, make in [("and", lambda: x and y), ("or", lambda: x or y), ("not", lambda: not x),
                       ("chain", lambda: 0 < x < 5), ("in", lambda: x in [1, 2]), ("if", lambda: 1 if x else 2)]:
        try:
            make()
            print(name, "works")
        except Exception as e:
            print(name, type(e).__name__)
    return (x > 0) & (y > 0), (x > 0) | (y > 0), ~(x > 0)

print(f(1, -1))
