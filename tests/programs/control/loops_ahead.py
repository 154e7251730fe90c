"""Loops whose trips wait for each other, of which a function does not: it is computed ahead."""
import jax
import jax.numpy as jnp
from catalyst import for_loop, qjit


@qjit
def chain(x, n: int):
    @for_loop(0, n, 1)
    def loop(i, c):
        return c * 0.5 + jnp.cos(x[i]) * jnp.sin(c)

    return loop(0.25)


@qjit
def backwards(x, n: int):
    @for_loop(0, n, 1)
    def loop(i, c, d):
        y = jnp.exp(x[n - 1 - i])
        return c * 0.5 + y, d + jnp.tanh(y * c)

    return loop(1.0, 0.0)


@qjit
def rows(x):
    def trip(c, v):
        c = c * 0.9 + jnp.log1p(v * v)
        return c, c

    return jax.lax.scan(trip, 0.0, x)


@qjit
def single(x):
    @for_loop(0, x.shape[0], 1)
    def loop(i, c):
        return jnp.float32(0.5) * c + jnp.sin(x[i])

    return loop(jnp.float32(0.0))


@qjit
def around(x, n: int):
    @for_loop(0, 3, 1)
    def outer(k, s):
        @for_loop(0, n, 1)
        def inner(i, c):
            return c * 0.5 + jnp.cos(x[i] + k) + jnp.where(c > 1.0, jnp.exp(-x[i]), 0.0)

        return s + inner(s) * jnp.sin(s + k)

    return outer(0.1)


@qjit
def clamped(x, n: int):
    @for_loop(0, n, 1)
    def loop(i, c):
        return c * 0.5 + jnp.cos(x[i * 3 - 5])

    return loop(0.0)


def show(*numbers):
    print(*[f"{float(n):.10f}" for n in numbers])


x = jnp.linspace(-1.0, 1.0, 700)
for n in (0, 1, 2, 255, 256, 257, 511, 512, 700):
    show(chain(x, n), *backwards(x, n), around(x, n))
for n in (1, 7, 256, 300):
    show(clamped(x, n))
last, all_of_them = rows(x)
show(last, jnp.sum(all_of_them), all_of_them[255], all_of_them[256])
print(f"{single(x.astype(jnp.float32)):.4f}")
