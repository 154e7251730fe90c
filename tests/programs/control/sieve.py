"""The sieve of Eratosthenes over a mask whose length is an argument."""
from catalyst import qjit, for_loop, while_loop, cond
from jax import numpy as jnp


@qjit
def sieve(n: int):
    mask = jnp.ones([n + 1], dtype=int)
    mask = mask.at[0].set(0)

    @while_loop(lambda p, mask: p * p <= n)
    def outer(p, mask):
        @cond(mask[p] == 1)
        def strike():
            @while_loop(lambda k, mask: k <= n)
            def multiples(k, mask):
                return k + p, mask.at[k].set(0)

            return multiples(p * p, mask)[1]

        @strike.otherwise
        def strike():
            return mask

        return p + 1, strike()

    return outer(2, mask)[1]


@qjit
def count_primes(n: int):
    @for_loop(2, n + 1, 1)
    def candidates(k, total):
        @while_loop(lambda d: (d * d <= k) & (k % d != 0))
        def divide(d):
            return d + 1

        return total + (divide(2) * divide(2) > k)

    return candidates(0)


print(count_primes.jaxpr)
print(count_primes(1), count_primes(10), count_primes(30))
for n in (1, 10, 20):
    print(sieve(n))
