"""Rules of their own are used where the function is called inside of a compiled function, a loop, a branch or vmap, also
if that was traced outside of the derivative, and beside other equations."""
import jax
import jax.numpy as jnp
from jax import lax


@jax.custom_jvp
def f(x):
    return x * x


@f.defjvp
def _(p, t):
    return f(*p), 100.0 * t[0]


@jax.custom_vjp
def g(x, y):
    return x * y


g.defvjp(lambda x, y: (g(x, y), (x, y)), lambda res, ct: (10.0 * res[1] * ct, 20.0 * res[0] * ct))

jf, jg = jax.jit(f), jax.jit(g)
print(jf(3.0), jax.grad(jf)(3.0))
print(jax.grad(lambda x: jf(x) + f(x))(3.0), jax.grad(lambda x: f(x) + jf(x))(3.0), jax.grad(lambda x: f(x) + f(x))(3.0))
print(jax.grad(lambda x: jnp.sin(x) + f(x))(0.0))
print(jax.grad(jg, argnums=(0, 1))(3.0, 4.0))
print(jax.jvp(jf, (3.0,), (1.0,)))
h = jax.jit(lambda x: jnp.sin(f(x)))
print(jax.grad(h)(3.0), h(3.0), jax.jacfwd(jax.grad(h))(3.0))
print(jax.grad(jax.jit(lambda x: jf(x) * g(x, x)))(2.0))
closed = jax.make_jaxpr(f)(3.0)
print(jax.grad(lambda x: jax.core.eval_jaxpr(closed.jaxpr, closed.consts, x)[0])(3.0))


@jax.jit
def outer(x):
    y = jnp.sin(jf(x)) + jg(x, x)
    return y + jax.grad(lambda x: jf(x) * 2 + jg(x, x))(x)


print(outer(3.0), jnp.round(jax.grad(outer)(3.0), 9))
print(jax.grad(lambda x: lax.fori_loop(0, 3, lambda i, c: f(c), x))(1.5))
print(jax.grad(lambda x: lax.scan(lambda c, _: (g(c, c), None), x, None, length=2)[0])(1.5))
print(jax.grad(lambda x: lax.cond(x > 0, f, lambda x: x, x))(1.5), jax.grad(lambda x: lax.cond(x > 0, f, lambda x: x, x))(-1.5))
xs = jnp.arange(3.0)
print(jax.vmap(jf)(xs), jax.vmap(jax.grad(jf))(xs), jax.grad(lambda x: jax.vmap(jf)(x).sum())(xs))
print(jax.grad(lambda x: jax.vmap(f)(x).sum())(xs), jax.grad(lambda x: jax.vmap(g, (0, None))(x, x[1]).sum())(xs))
print(jax.jacfwd(lambda x: jax.vmap(f)(x))(xs))
print(jax.jacrev(lambda x: jax.vmap(jg)(x, x))(xs))


@jax.custom_jvp
def pair(x, y):
    return x * y, x + y


@pair.defjvp
def _(p, t):
    return pair(*p), (10.0 * t[0], 100.0 * t[1])


print(jax.grad(lambda x, y: sum(jax.jit(pair)(x, y)), argnums=(0, 1))(3.0, 2.0))
print(jax.grad(lambda x, y: sum(pair(x, y)) + sum(pair(y, x)), argnums=(0, 1))(3.0, 2.0))


@jax.jit
def closes_over(x):
    inner = jax.custom_jvp(lambda y: x * y)
    inner.defjvp(lambda p, t: (inner(*p), t[0]))
    return lax.fori_loop(0, 2, lambda i, c: inner(c), 1.0)


try:
    print(jax.grad(closes_over)(2.0))
except Exception as e:
    print("refused")


def sorted_together(x, y):
    a, b = lax.sort((x, y), num_keys=1)
    return jnp.sum(a * jnp.arange(3.0)) + jnp.sum(b * jnp.arange(3.0) ** 2)


print(jax.grad(sorted_together, argnums=(0, 1))(jnp.array([3.0, 1.0, 2.0]), jnp.array([5.0, 6.0, 7.0])))
