"""Calls that lead to themselves without a function of the program in between."""
from functools import partial

from catalyst import cond, for_loop, qjit


class Itself:
    pass


Itself.__call__ = Itself()


class Counts:
    def __call__(self, n):
        return n and 1 + self(n - 1)


def own_branch(n):
    @cond(n % 2 == 0)
    def pick():
        return n

    @pick.otherwise
    @pick.otherwise
    def pick():
        return n + 1

    return pick()


def own_body(n):
    loop = for_loop(0, n, 1)(lambda i, x: loop(x))
    return loop(n)


compiled = qjit(own_branch), qjit(own_body)
for call in (Itself(), partial(Itself()), partial(partial(Itself()), 1), lambda: own_branch(3), lambda: own_body(3),
             lambda: compiled[0](3), lambda: compiled[1](3)):
    try:
        print(call())
    except RecursionError:
        print("RecursionError")
print(Counts()(200), partial(Counts(), 200)())
