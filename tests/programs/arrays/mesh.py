"""Coordinates of a grid of traced size, by broadcasting and by meshgrid."""
from catalyst import qjit
import jax.numpy as jnp


@qjit
def grid(rows, columns):
    y = jnp.arange(rows)[:, None]
    x = jnp.arange(columns)[None, :]
    return y * 10 + x, (x + y) % 2 == 0


@qjit
def mesh(rows, columns):
    a, b = jnp.meshgrid(jnp.arange(rows), jnp.arange(columns), indexing='ij')
    return a * 10 + b


for rows, columns in ((2, 3), (1, 1), (3, 2), (0, 2)):
    cells, black = grid(rows, columns)
    print(cells.shape)
    print(cells)
    print(black)
    print(jnp.array_equal(cells, mesh(rows, columns)))
