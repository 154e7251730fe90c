"""A host loop makes a chain of conds."""
from catalyst import qjit, cond

@qjit
def collatz(n: int):
    steps = 0
    for _ in range(5):
        @cond(n % 2 == 0)
        def nxt():
            return n // 2

        @nxt.otherwise
        def odd():
            return 3 * n + 1

        n = nxt()
        steps += 1
    return n, steps

print(collatz(7), collatz(8))
