"""range() of a tracer cannot be made; list indexing with one neither."""
from catalyst import qjit

@qjit
def f(n: int):
    table = [10, 20, 30]
    for name, make in [("range", lambda: range(n)), ("index", lambda: table[n]),
                       ("times", lambda: [1] * n), ("slice", lambda: table[:n]), ("chr", lambda: chr(n))]:
        try:
            print(name, make())
        except Exception as e:
            print(name, type(e).__name__)
    return n

print(f(1))
