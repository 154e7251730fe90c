"""Names of comprehensions stay inside; assignment expressions come out."""
from catalyst import qjit

@qjit
def f(x: int):
    i = 100
    squares = [i * i for i in range(3)]
    last = [y := x + k for k in range(3)]
    return i + x, squares[2] + x, y, last[0]

print(f(5))
