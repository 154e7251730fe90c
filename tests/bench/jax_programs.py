# The programs of programs.py under jax.jit, for scripts/bench: sizes are static, every new size
# compiles anew.
import os

os.environ["JAX_PLATFORMS"] = "cpu"
import jax
from jax import lax, numpy as jnp

jax.config.update("jax_enable_x64", True)


@jax.jit
def p1(a0):
    return a0 + lax.fori_loop(0, 10, lambda i, a: a + a0, a0)


@jax.jit
def p3(x):
    return jnp.tanh(jnp.exp(-(jnp.sin(x) * 2 + 1)) / (x + 3))


@jax.jit
def p4(x):
    return jnp.sum(x)


@jax.jit
def p4_squares(x):
    return jnp.sum(x * x)


@jax.jit
def p4_rows(x):
    return jnp.sum(x, axis=1)


@jax.jit
def p4_columns(x):
    return jnp.sum(x, axis=0)


@jax.jit
def p5(a, b):
    return a @ b


@jax.jit
def p6(a):
    return lax.while_loop(lambda c: c[0] < 1000000, lambda c: (c[0] + 1, c[1] * 0.5 + 1), (0, a))[1]


@jax.jit
def p7(a):
    def step(i, j, a):
        return lax.cond((i + j) % 2 == 0, lambda a: a + 1, lambda a: a * 0.5, a)

    def outer(i, a):
        return lax.fori_loop(0, 1000, lambda j, a: step(i, j, a), a)

    return lax.fori_loop(0, 1000, outer, a)


@jax.jit
def p8(x):
    return lax.fori_loop(
        0, x.shape[0], lambda i, x: x.at[i].set(x[jnp.maximum(i - 1, 0)] + 1), x
    )


@jax.jit
def p8_scatter(x, at, u):
    return x.at[at].add(u)


@jax.jit
def p8_gather(x, at):
    return x[at]


@jax.jit
def p9(a, b):
    return lax.fori_loop(0, 1000, lambda i, a: b, a)


@jax.jit
def p10(x):
    e = jnp.exp(x - jnp.max(x, axis=1, keepdims=True))
    return e / jnp.sum(e, axis=1, keepdims=True)


@jax.jit
def p11(x, s):
    y, t = x, s
    for _ in range(50):
        t = t * 0.25 + s
        y = y * t
        t = t - 0.125
        y = y - x
    return y


@jax.jit
def p12(a):
    n = a.shape[0]
    return lax.fori_loop(0, 1000000, lambda i, a: a[(jnp.arange(n) + (n - 1)) % n] + 1, a)


@jax.jit
def p13(a, b):
    return lax.fori_loop(0, 1000000, lambda i, c: (c[1], c[0] * 0.5 + c[1] * 0.25), (a, b))[1]


@jax.jit
def p14(m, x):
    return lax.fori_loop(0, 100, lambda i, x: (m @ x) * 0.002, x)


@jax.jit
def p16(a, b):
    return lax.fori_loop(
        0, 1000000, lambda i, a: lax.cond(i % 2 == 0, lambda a: a + 1, lambda a: b, a), a
    )


@jax.jit
def p17(limit):
    return lax.while_loop(lambda c: c[0] < limit, lambda c: (c[0] + 1, c[1] * 0.5 + c[0]), (0, 1.0))[1]


@jax.jit
def p18(x):
    return lax.fori_loop(
        0,
        1000000,
        lambda i, x: lax.cond(x > 1.0, lambda x: x * 0.5, lambda x: x * 0.5 + 0.75, x),
        x,
    )


@jax.jit
def p19(x):
    return jnp.concatenate([x, x], axis=1)


@jax.jit
def p20(x):
    return jnp.transpose(x)


@jax.jit
def p21(x):
    def step(c, a):
        c = c * 0.5 + a
        return c, c

    return lax.scan(step, 0.0, x)[1]


@jax.jit
def p22(x):
    return jax.vmap(lambda r: jnp.sum(jnp.sin(r) * 2.0 + r * r))(x)


@jax.jit
def p22_written_out(x):
    return jnp.sum(jnp.sin(x) * 2.0 + x * x, axis=1)


# ---- values with derivatives, and the values alone ----
def p24_value(x):
    return lax.fori_loop(0, 1000000, lambda i, x: jnp.sin(x) * 0.9 + 0.1, x)


p24 = jax.jit(p24_value)


@jax.jit
def p24_grad(x):
    v, g = jax.value_and_grad(p24_value)(x)
    return v + g


def p25_value(a, b):
    return jnp.sum(jnp.tanh(a @ b) @ b @ a)


p25 = jax.jit(p25_value)


@jax.jit
def p25_grad(a, b):
    v, (ga, gb) = jax.value_and_grad(p25_value, argnums=(0, 1))(a, b)
    return ga + gb + v


@jax.jit
def p28(x):
    return jnp.abs(lax.fori_loop(0, 1000000, lambda i, z: z * z * 0.5 + x, x + 0.2j))


@jax.jit
def p29(x):
    return jnp.abs(jnp.exp(1j * x) * x + 0.5)


@jax.jit
def p30(x):
    h = x.astype(jnp.float16)
    return ((h * h + h) * h - h).astype(jnp.float64)


@jax.jit
def p31(x):
    return jnp.sort(x)


def p26_value(w1, w2, w3, x, y):
    return jnp.mean((jnp.tanh(jnp.tanh(x @ w1) @ w2) @ w3 - y) ** 2)


p26 = jax.jit(p26_value)


@jax.jit
def p26_grad(w1, w2, w3, x, y):
    v, (g1, g2, g3) = jax.value_and_grad(p26_value, argnums=(0, 1, 2))(w1, w2, w3, x, y)
    return jnp.concatenate([jnp.ravel(w1 - 0.1 * g1), jnp.ravel(w2 - 0.1 * g2), jnp.ravel(w3 - 0.1 * g3), jnp.ravel(v)])
