"""Results that are no arrays."""
from catalyst import qjit

class A:
    pass

for name, value in [("text", "abc"), ("object", A()), ("function", len), ("set", {1}), ("class", A), ("range", range(3))]:
    @qjit
    def f(x: int):
        return value

    try:
        print(name, f(1))
    except Exception as e:
        print(name, type(e).__name__)
