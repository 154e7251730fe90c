"""Newton's method with a tolerance and a limit; returns the number of steps and whether it converged."""
from catalyst import qjit, while_loop
from jax import numpy as jnp

TOLERANCE = 1e-10


def solver(f, df, limit=50):
    @qjit
    def solve(x: float):
        def more(x, k, step):
            return (jnp.abs(step) > TOLERANCE) & (k < limit)

        @while_loop(more)
        def iterate(x, k, step):
            step = f(x) / df(x)
            return x - step, k + 1, step

        x, k, step = iterate(x, 0, 1.0)
        return x, k, jnp.abs(step) <= TOLERANCE

    return solve


problems = {
    "square root of 2": (lambda x: x * x - 2, lambda x: 2 * x, 1.0),
    "cosine": (lambda x: jnp.cos(x) - x, lambda x: -jnp.sin(x) - 1, 1.0),
    "cubic": (lambda x: x**3 - 2 * x + 2, lambda x: 3 * x**2 - 2, 0.0),
}
for name, (f, df, start) in problems.items():
    x, k, ok = solver(f, df)(start)
    print(f"{name:>18}: {float(x):.9f} after {int(k)} steps, {'converged' if ok else 'gave up'}")
