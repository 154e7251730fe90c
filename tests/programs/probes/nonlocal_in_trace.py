"""nonlocal state of a closure changes while tracing only."""
from catalyst import qjit

def make():
    calls = 0

    @qjit
    def f(x: int):
        nonlocal calls
        calls += 1
        return x + 1

    return f, lambda: calls

f, calls = make()
print(calls() in (0, 1))
print(f(1), f(2), calls())
