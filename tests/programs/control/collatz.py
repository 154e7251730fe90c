"""Collatz: the length of one chain, and the longest chain below a bound."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


def chain_length(start):
    @while_loop(lambda n, steps: n != 1)
    def chain(n, steps):
        @cond(n % 2 == 0)
        def following():
            return n // 2

        @following.otherwise
        def following():
            return 3 * n + 1

        return following(), steps + 1

    return chain(start, 0)[1]


@qjit
def collatz(n: int):
    return chain_length(n)


@qjit
def longest_below(bound: int):
    @for_loop(1, bound, 1)
    def search(n, best, length):
        steps = chain_length(n)

        @cond(steps > length)
        def better():
            return n, steps

        @better.otherwise
        def better():
            return best, length

        return better()

    return search(0, -1)


print(collatz.jaxpr)
print([int(collatz(n)) for n in (1, 6, 7, 27)])
print(longest_below.jaxpr)
print(longest_below(2), longest_below(20))
