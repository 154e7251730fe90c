"""Fast powers modulo m, and a test of primality with several bases."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


def power_mod(base, exponent, m):
    @while_loop(lambda e, b, r: e > 0)
    def bits(e, b, r):
        return e // 2, b * b % m, jnp.where(e % 2 == 1, r * b % m, r)

    return bits(exponent, base % m, 1)[2]


@qjit
def power(base: int, exponent: int, m: int):
    return power_mod(base, exponent, m)


@qjit(abstracted_axes={0: "k"})
def looks_prime(bases):
    @for_loop(3, 30, 2)
    def candidates(n, found, last):
        @for_loop(0, bases.shape[0], 1)
        def witnesses(i, ok):
            return ok & (power_mod(bases[i], n - 1, n) == 1)

        @cond(witnesses(True))
        def prime():
            return found + 1, n

        @prime.otherwise
        def prime():
            return found, last

        return prime()

    return candidates(0, 0)


print(power.jaxpr)
print(power(3, 13, 7), power(2, 62, 1000007), power(5, 0, 9))
print(looks_prime(jnp.array([2])))
print(looks_prime(jnp.array([2, 4, 8])))
