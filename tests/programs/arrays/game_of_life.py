"""Conway's game of life on a torus: neighbours by rolling."""
from catalyst import qjit, for_loop
import jax.numpy as jnp


@qjit
def life(board, steps):
    @for_loop(0, steps, 1)
    def step(_, b):
        around = jnp.zeros_like(b)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy or dx:
                    around = around + jnp.roll(jnp.roll(b, dy, axis=0), dx, axis=1)
        alive = (around == 3) | ((b == 1) & (around == 2))
        return alive.astype(b.dtype)
    return step(board)


def show(board):
    for row in board.tolist():
        print(''.join('#' if c else '.' for c in row))
    print()


glider = jnp.zeros((6, 6), dtype=jnp.int64).at[jnp.array([0, 1, 2, 2, 2]), jnp.array([1, 2, 0, 1, 2])].set(1)
for steps in (0, 1, 4, 24):
    show(life(glider, steps))
