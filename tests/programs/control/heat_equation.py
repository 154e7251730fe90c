"""Explicit steps of the heat equation on a rod with a traced number of points."""
from catalyst import qjit, for_loop
from jax import numpy as jnp


@qjit
def heat(points: int, steps: int, r: float):
    x = jnp.linspace(0.0, 1.0, 5)
    u = jnp.zeros([points]).at[points // 2].set(1.0)

    @for_loop(0, steps, 1)
    def step(_, u):
        @for_loop(1, points - 1, 1)
        def inner(i, new):
            return new.at[i].set(u[i] + r * (u[i - 1] - 2 * u[i] + u[i + 1]))

        return inner(u)

    u = step(u)
    return u, jnp.sum(u), x[1]


u, total, x = heat(7, 5, 0.25)
print(jnp.round(u, 6), round(float(total), 6), x)
u, total, _ = heat(3, 2, 0.1)
print(u, total)
