"""A nested jit that is called more than once prints as let NAME = ... in."""
import jax
from jax import numpy as jnp
from catalyst import qjit, for_loop, cond
@jax.jit
def bump(x): return x + 1
@qjit
def a(n: int):
    return bump(n) + bump(n)
print(a.jaxpr)
@qjit
def b(n: int):
    return bump(bump(n))
print(b.jaxpr)
@jax.jit
def twice(x): return bump(bump(x))
@qjit
def c(n: int):
    return twice(n) + bump(n)
print(c.jaxpr)
@qjit
def d(n: int):
    @for_loop(0, 3, 1)
    def l(i, s): return bump(s) + bump(i)
    return l(bump(n))
print(d.jaxpr)
@qjit
def e(n: int):
    @cond(n > 1)
    def c(): return bump(n)
    @c.otherwise
    def c(): return bump(n)
    return c()
print(e.jaxpr)
@qjit
def g(n: int, x: float):
    return bump(n) + bump(x) + bump(n) + bump(x)
print(g.jaxpr)
@jax.jit
def mk(n): return n * 2
@qjit
def h(n: int):
    a = jnp.ones([n])
    return bump(a), bump(a), mk(n), mk(n)
print(h.jaxpr)
@qjit
def i(n: int):
    a = jnp.ones(3)
    return bump(a), bump(a), jnp.where(a > 1, a, 2.0), jnp.where(a > 1, a, 2.0)
print(i.jaxpr)
@qjit
def j(n: int):
    return jnp.clip(n, 0, 3), jnp.clip(n, 0, 3), jnp.floor_divide(n, 3), n // 3, n % 2, n % 2
print(j.jaxpr)
@jax.jit
def long(x): return x + 1, x + 2, x*3
@qjit
def k(n: int):
    a = long(n)
    b = long(n)
    return a, b
print(k.jaxpr)
