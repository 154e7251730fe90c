"""What tells two calls of nested jits apart: functions, structures, static values, types; not captures."""
import jax
from functools import partial
from jax import numpy as jnp
from catalyst import qjit, for_loop, cond
@qjit
def a(n: int, m: int):
    def f(x): print('t'); return x + m
    g = jax.jit(f)
    return g(n) + g(n) + jax.jit(f)(n)
print(a.jaxpr)
@qjit
def b(n: int, m: int):
    k = m * 2
    @jax.jit
    def f(x): return x + k
    @for_loop(0, 3, 1)
    def l(i, s): return f(s) + f(i)
    return l(f(n))
print(b.jaxpr)
@qjit
def c(n: int, m: int):
    box = [1]
    @jax.jit
    def f(x): return x + box[0]
    r = f(n)
    box[0] = 5
    return r + f(n)
print(c.jaxpr, c(1, 2))
@qjit
def d(n: int):
    def f(x, y): print('d'); return x * y
    g = jax.jit(partial(f, 2))
    return g(n) + g(n)
print(d.jaxpr)
class C:
    def m(self, x): print('m'); return x + 1
@qjit
def e(n: int):
    o = C()
    return jax.jit(o.m)(n) + jax.jit(o.m)(n)
print(e.jaxpr)
@qjit
def g(n: int):
    def f(x, k): print('s', k); return x * k
    h = jax.jit(f, static_argnums=1)
    return h(n, 2) + h(n, 2) + h(n, 3)
print(g.jaxpr)
@qjit
def h(n: int):
    @jax.jit
    def f(t): print('tree'); return t['a'] + t['b'][0]
    return f({'a': n, 'b': (n,)}) + f({'a': n, 'b': (n,)}) + f({'a': n, 'b': [n]})
print(h.jaxpr)
@qjit
def i(n: int):
    @jax.jit
    def f(x, y=1): print('kw'); return x + y
    return f(n, y=2) + f(n, y=3) + f(n, 4) + f(n)
print(i.jaxpr)
@qjit
def j(n: int):
    fs = [jax.jit(lambda x: x + 1) for k in range(2)]
    return fs[0](n) + fs[1](n) + fs[0](n)
print(j.jaxpr)
@qjit
def k(n: int, m: int):
    @jax.jit
    def f(x): return jnp.sum(x)
    return f(jnp.ones([n])) + f(jnp.ones([n])) + f(jnp.ones([m]))
try: print(k.jaxpr)
except Exception as e: print(type(e).__name__)
@qjit
def l(n: int):
    c = jnp.array([1, 2])
    @jax.jit
    def f(x): return x + c
    return f(n) + f(n)
print(l.jaxpr)
z = jnp.array([1, 2])
@qjit
def l(n: int):
    @jax.jit
    def f(x): return x + z
    return f(n) + f(n)
print(l.jaxpr)
@qjit
def o(n: int):
    @jax.jit
    def f(x): return x + 1
    a = f(n)
    b = f(2)
    c = f(n + 0)
    d = f(jnp.int64(3))
    return a, b, c, d, f(1.5), f(2.5)
print(o.jaxpr)
