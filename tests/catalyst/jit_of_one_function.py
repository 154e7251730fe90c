"""jax.jit(f) twice: calls of one function share what was traced first."""
import jax
from jax import numpy as jnp
from catalyst import qjit
def f(x): 
    return x + 1
@qjit
def a(n: int):
    return jax.jit(f)(n) + jax.jit(f)(n)
print(a.jaxpr)
@qjit
def b(n: int):
    g = jax.jit(f)
    return g(n) + g(n)
print(b.jaxpr)
def k(x, y): 
    return x * y
@qjit
def c(n: int):
    x = jnp.ones(3)
    return jax.jit(k)(n, x) + jax.jit(k)(n, x), jax.jit(k)(n, 2), jax.jit(k)(n, 3)
print(c.jaxpr)
@qjit
def d(n: int):
    return jax.jit(lambda x: x + 1)(n) + jax.jit(lambda x: x + 1)(n)
print(d.jaxpr)
@qjit
def e(n: int):
    @jax.jit
    def bump(x): return x + 1
    @jax.jit
    def bump2(x): return x + 1
    return bump(n) * bump2(n) * bump(n)
print(e.jaxpr)
