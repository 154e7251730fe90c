"""jax.checkpoint in loops and conditionals: values."""
import jax
import jax.numpy as jnp
from jax import lax

x, w = jnp.arange(3.0), jnp.arange(9.0).reshape(3, 3) / 10
layer = jax.checkpoint(lambda w, x: jnp.tanh(w @ x))
def plain(w, x): return jnp.tanh(w @ x)
def chain(layer, w, x):
    return jnp.sum(lax.scan(lambda c, t: (layer(w, c) * t, None), x, jnp.arange(1.0, 4.0))[0])
def fori(layer, w, x): return jnp.sum(lax.fori_loop(0, 3, lambda i, c: layer(w, c), x))
def branch(layer, w, x): return jnp.sum(lax.cond(x[1] > 0.5, lambda: layer(w, x), lambda: x))
def inside(layer, w, x):
    g = jax.checkpoint if layer is not plain else (lambda f: f)
    return jnp.sum(g(lambda w, x: lax.scan(lambda c, t: (plain(w, c) * t, c), x, jnp.arange(1.0, 4.0))[1])(w, x))
def inside_cond(layer, w, x):
    g = jax.checkpoint if layer is not plain else (lambda f: f)
    return jnp.sum(g(lambda w, x: lax.cond(x[1] > 0.5, lambda: plain(w, x), lambda: x))(w, x))
def inside_while(layer, w, x):
    g = jax.checkpoint if layer is not plain else (lambda f: f)
    return jnp.sum(g(lambda w, x: lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, w))[0] * plain(w, x))(w, x))
for f in (chain, fori, branch, inside, inside_cond, inside_while):
    for k in range(2):
        a, b = jax.grad(f, k + 1)(layer, w, x), jax.grad(f, k + 1)(plain, w, x)
        print(f.__name__, jnp.round(a, 8).tolist(), bool(jnp.all(jnp.abs(a - b) < 1e-12)))
print(jnp.round(jax.hessian(chain, 2)(layer, w, x), 8))
print(jnp.round(jax.hessian(inside, 2)(layer, w, x), 8))
print(jnp.round(jax.vmap(lambda w, x: jax.grad(chain, 2)(layer, w, x), (None, 0))(w, jnp.stack([x, x + 1])), 8))
