"""Escape times on a grid whose sides are arguments; the loop stops at a captured limit."""
from catalyst import qjit, for_loop, while_loop
from jax import numpy as jnp


@qjit
def escape_times(width: int, height: int, limit: int):
    @for_loop(0, height, 1)
    def rows(r, image):
        @for_loop(0, width, 1)
        def columns(c, image):
            cx = 3.0 * c / width - 2.0
            cy = 2.0 * r / height - 1.0

            @while_loop(lambda k, x, y: (k < limit) & (x * x + y * y <= 4.0))
            def escape(k, x, y):
                return k + 1, x * x - y * y + cx, 2.0 * x * y + cy

            k, _, _ = escape(0, 0.0, 0.0)
            return image.at[r, c].set(k)

        return columns(image)

    return rows(jnp.zeros([height, width], dtype=int))


print(escape_times(6, 4, 9))
print(escape_times.jaxpr)
print(escape_times(3, 1, 2))
print(jnp.sum(escape_times(4, 4, 1)))
