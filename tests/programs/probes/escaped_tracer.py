"""A tracer that is kept in a list and used after its trace."""
from catalyst import qjit

kept = []

@qjit
def f(x: int):
    kept.append(x)
    return x

print(f(1))
try:
    print(kept[0] + 1)
except Exception as e:
    print(type(e).__name__)
try:
    @qjit
    def g(x: int):
        return x + kept[0]
    print(g(1))
except Exception as e:
    print(type(e).__name__)
