"""E502 at `loop(0)`"""
from catalyst import qjit, for_loop

@qjit
def f(n: int):
    @for_loop(0, n, 1)
    def loop(i, s):
        return s / 2

    return loop(0)

print(f(3))
