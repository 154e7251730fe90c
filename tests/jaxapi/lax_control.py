"""Control flow of jax.lax where nothing is traced, under jax.jit and under jax.disable_jit."""
import catalyst
import jax
import jax.numpy as jnp


def both(f, *args):
    print(f(*args))
    print(jax.jit(f)(*args))


def running(x):
    return jax.lax.scan(lambda c, a: (c + a, c * a), 0.0, x, reverse=True)


def matrix_rows(m):
    def step(c, row):
        c = c.at[0].add(row[1])
        return c, (c, row * 2)
    return jax.lax.scan(step, jnp.zeros(2), m)


def primes(n):
    def mark(i, a):
        multiples = lambda a: jax.lax.fori_loop(2, n // i + 1, lambda j, a: a.at[i * j].set(False), a)
        return jax.lax.cond(a[i], multiples, lambda a: a, a)
    return jnp.sum(jax.lax.fori_loop(2, 31, mark, jnp.ones(31, dtype=bool))) - 2


def halves(x):
    return jax.lax.while_loop(lambda s: s["x"] > 1, lambda s: {"x": s["x"] / 2, "n": s["n"] + 1}, {"x": x, "n": 0})


def chosen(i):
    return jax.lax.switch(i, [lambda v: v, lambda v: v * 10, lambda v: -v], 7)


both(running, jnp.arange(4.0))
both(matrix_rows, jnp.arange(6.0).reshape(3, 2))
both(primes, 30)
both(halves, 20.0)
for i in (-1, 0, 1, 2, 5):
    both(chosen, i)
both(lambda x: jax.lax.map(lambda v: {"square": v * v, "sign": v > 1}, x), jnp.arange(3))
both(lambda x: jax.lax.associative_scan(jnp.multiply, x, reverse=True, axis=1), jnp.arange(1, 9).reshape(2, 4))
print(jax.lax.fori_loop(3, 1, lambda i, c: c + 1, 5), jax.lax.fori_loop(0, 3, lambda i, c: c * i + 1, jnp.int8(1)))
print(jax.lax.cond(True, 3, lambda x: x + 1, 4, lambda x: x - 1), jax.lax.cond(False, lambda x: x, lambda x: -x, operand=3))
print(jax.lax.scan(lambda c, _: (c * 2, c), 1, None, length=4))
print(jax.lax.scan(lambda c, a: (c, a), (), jnp.zeros((0, 3)))[1].shape)
with jax.disable_jit():
    print(running(jnp.arange(3.0)), halves(4.0), chosen(1), primes(30))


def refused(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__)


refused(lambda: jax.lax.scan(lambda c, a: (c, a), 0, {"a": jnp.ones(2), "b": jnp.ones(3)}))
refused(lambda: jax.lax.scan(lambda c, a: ([c], a), 0, jnp.ones(2)))
refused(lambda: jax.lax.while_loop(lambda c: c, lambda c: c, 1.0))
refused(lambda: jax.lax.fori_loop(0, 3, lambda i, c: jnp.ones(2), 1.0))
refused(lambda: jax.lax.switch(jnp.zeros(2, dtype=int), [lambda: 1, lambda: 2]))
refused(lambda: jax.lax.cond(None, lambda: 1, lambda: 2))
refused(lambda: jax.lax.associative_scan(jnp.add, (jnp.ones(2), jnp.ones(3))))
