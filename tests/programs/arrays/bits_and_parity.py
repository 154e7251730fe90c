"""Bits of integers as rows of a matrix: parity, population counts, Hamming distances."""
from catalyst import qjit
import jax.numpy as jnp


@qjit(abstracted_axes=({0: "n"}, {}))
def bits(x, width):
    table = (x[:, None] >> jnp.arange(width)[None, :]) & 1
    parity = jnp.sum(table, axis=1) % 2
    distance = jnp.sum(table[:, None, :] ^ table[None, :, :], axis=2)
    back = jnp.sum(table << jnp.arange(width)[None, :], axis=1)
    return table[:, ::-1], parity, distance, back


table, parity, distance, back = bits(jnp.array([0, 1, 5, 7, 12]), 4)
print(table, parity, distance, back, sep="\n")
print(bits(jnp.array([255]), 8)[0])
