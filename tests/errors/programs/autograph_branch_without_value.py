"""E514 at `x`"""
from catalyst import qjit

@qjit(autograph=True)
def f(n: int):
    if n > 1:
        x = 2
    return x
