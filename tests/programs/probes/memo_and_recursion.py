"""Memoised recursion on the host: Catalan numbers, coins, Hanoi; their tables become constants."""
from catalyst import qjit
import jax.numpy as jnp


def memo(f):
    known = {}

    def look(*args):
        if args not in known:
            known[args] = f(*args)
        return known[args]

    look.known = known
    return look


@memo
def catalan(n):
    return 1 if n == 0 else sum(catalan(i) * catalan(n - 1 - i) for i in range(n))


@memo
def ways(amount, coins):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return ways(amount - coins[0], coins) + ways(amount, coins[1:])


def hanoi(n, a="A", b="B", c="C"):
    return [] if n == 0 else hanoi(n - 1, a, c, b) + [(a, c)] + hanoi(n - 1, b, a, c)


print([catalan(n) for n in range(12)], len(catalan.known), ways(50, (25, 10, 5, 1)), len(hanoi(6)), hanoi(2))


@qjit
def weighted(x: float, n: int):
    table = jnp.array([catalan(k) for k in range(6)])
    return jnp.sum(table * x ** jnp.arange(6)), table[n], jnp.ones([catalan(3)]).sum() + n


print(weighted(0.1, 4))
