"""E505 at `loop(5)`"""
from catalyst import qjit, while_loop

@qjit
def f(n: int):
    @while_loop(lambda k: k)
    def loop(k):
        return k - 1

    return loop(5)

print(f(3))
