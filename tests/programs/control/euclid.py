"""Greatest common divisors, the extended algorithm, and the totient by counting."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


@qjit
def gcd(a: int, b: int):
    @while_loop(lambda a, b: b != 0)
    def step(a, b):
        return b, a % b

    return step(a, b)[0]


@qjit
def extended(a: int, b: int):
    @while_loop(lambda r0, r1, s0, s1, t0, t1: r1 != 0)
    def step(r0, r1, s0, s1, t0, t1):
        q = r0 // r1
        return r1, r0 - q * r1, s1, s0 - q * s1, t1, t0 - q * t1

    r0, _, s0, _, t0, _ = step(a, b, 1, 0, 0, 1)
    return r0, s0, t0


@qjit
def totient(n: int):
    @for_loop(1, n + 1, 1)
    def count(k, total):
        @while_loop(lambda a, b: b != 0)
        def step(a, b):
            return b, a % b

        g = step(n, k)[0]

        @cond(g == 1)
        def coprime():
            return total + 1

        @coprime.otherwise
        def coprime():
            return total

        return coprime()

    return count(0)


print(gcd.jaxpr)
print(gcd(48, 36), gcd(17, 5), gcd(0, 7), gcd(7, 0))
for a, b in ((240, 46), (99, 78), (5, 0)):
    g, s, t = extended(a, b)
    print(g, s, t, a * s + b * t)
print(totient.jaxpr)
print([int(totient(n)) for n in (1, 2, 9, 12)])
