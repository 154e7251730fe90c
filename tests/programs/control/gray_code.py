"""Gray codes: a list that doubles by reflection in a Python loop, then in a traced loop over bits."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def reflected(bits: int):
    size = 2**bits
    codes = jnp.zeros([size], dtype=int)

    @for_loop(0, bits, 1)
    def double(b, codes):
        half = 2**b

        @for_loop(0, half, 1)
        def mirror(i, codes):
            return codes.at[2 * half - 1 - i].set(codes[i] + half)

        return mirror(codes)

    return double(codes)


@qjit
def by_formula(bits: int):
    i = jnp.arange(2**bits)
    return i ^ (i >> 1)


for bits in (0, 1, 3):
    a, b = reflected(bits), by_formula(bits)
    print(a, bool(jnp.all(a == b)))
print([format(int(c), "03b") for c in reflected(3)])
