"""Primes below n: a table of remainders."""
from catalyst import qjit
import jax.numpy as jnp


@qjit
def is_prime(n):
    numbers = jnp.arange(n)
    divisors = jnp.arange(n)
    inside = (divisors[None, :] > 1) & (divisors[None, :] < numbers[:, None])
    divides = (numbers[:, None] % jnp.maximum(divisors[None, :], 1)) == 0
    return (numbers > 1) & ~jnp.any(inside & divides, axis=1)


for n in (0, 1, 3, 12, 30):
    flags = is_prime(n)
    print(n, flags.shape, [i for i, yes in enumerate(flags.tolist()) if yes])
