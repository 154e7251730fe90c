"""E509 at `branch.otherwise`"""
from catalyst import qjit, cond

@qjit
def f(n: int):
    @cond(n > 2)
    def branch():
        return n

    @branch.otherwise
    def branch(x):
        return -x

    return branch()

print(f(3))
