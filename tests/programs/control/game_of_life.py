"""Conway's life on a torus whose size is an argument, by rolled copies made with loops."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit(abstracted_axes=({0: "h", 1: "w"}, {}))
def life(board, generations):
    h, w = board.shape

    def neighbours(b, r, c):
        total = 0
        for dr in (-1, 0, 1):
            for dc in (-1, 0, 1):
                if dr or dc:
                    total = total + b[(r + dr) % h, (c + dc) % w]
        return total

    @for_loop(0, generations, 1)
    def generation(_, old):
        @for_loop(0, h, 1)
        def rows(r, new):
            @for_loop(0, w, 1)
            def cells(c, new):
                k = neighbours(old, r, c)
                alive = jnp.where(k == 3, 1, jnp.where(k == 2, old[r, c], 0))
                return new.at[r, c].set(alive)

            return cells(new)

        return rows(old)

    return generation(board)


glider = jnp.array([[0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [1, 1, 1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]])
print(life(glider, 0))
print(life(glider, 1))
print(life(glider, 4))
blinker = jnp.array([[0, 0, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]])
print(life(blinker, 1))
print(life(blinker, 2))
