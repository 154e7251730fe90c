"""What jax.jit compiles again: types, static arguments, functions that were jitted before; methods."""
import jax, jax.numpy as jnp
from functools import partial
class K:
    def __init__(self, n): self.n = n
    def __hash__(self): return hash(self.n)
    def __eq__(self, o): return isinstance(o, K) and self.n == o.n
    @partial(jax.jit, static_argnums=0)
    def go(self, x):
        print("trace", self.n)
        return x * self.n
    @jax.jit
    def no(self): return 1
    @partial(jax.jit, static_argnames=("k", "self"))
    def by(self, x, k=2):
        print("by", k)
        return x + k * self.n
    @staticmethod
    @jax.jit
    def st(x): return x + 1
    @classmethod
    def cm(cls, x): return cls.st(x)
k = K(3)
print(k.go(2.0), K(3).go(3.0), K(4).go(1.0), k.go(2), k.go(jnp.ones(2)), k.go(5.0))
print(k.by(1.0), k.by(1.0, k=3), k.by(2.0), K.st(2), K.cm(3.0))
try:
    k.no()
except TypeError as e:
    print("TypeError")
class C:
    def __call__(self, x): return x * 2
c = C()
print(jax.jit(c)(3.0), jax.jit(c.__call__)(4))
f = jax.jit(lambda x: x + 1)
print(f(1), f(1.0), f(jnp.int32(1)), f(True).dtype, f(jnp.float32(2)).dtype)
def g(x):
    print("g")
    return x
jax.jit(g)(1.0); jax.jit(g)(2.0); jax.jit(g, static_argnums=0)(2.0); jax.jit(g)(1); jax.jit(g)(1.0)
print(jax.jit(g).__name__, jax.jit(g).__wrapped__ is g)
# ---- calls in several traces ----
@jax.jit
def inner(x, k=1):
    print("inner", x.shape)
    return x * 2 + k
@jax.jit
def one(x):
    print("one")
    return inner(x) + inner(x + 1)
two = jax.jit(lambda x: inner(x) - 1)
x = jnp.arange(3.0)
print(one(x), two(x), inner(x), one(x))
print(jax.make_jaxpr(two)(x))
print(jax.vmap(inner)(jnp.ones((2, 3))))
print(jax.lax.scan(lambda c, y: (inner(c), y), x, x)[0], inner(jnp.ones((2, 2))))
print(inner(1), jax.jit(lambda: inner(2))(), inner(1.0), jax.jit(jax.jit(inner))(2.0), inner(2, k=3))
def nested(x):
    late = jax.jit(lambda y: x + y)
    return late(x), late(1.0)
print(jax.jit(nested)(x))
many = jax.jit(lambda x: (inner(x), {"b": x, "a": [x]}))
print(jax.jit(lambda x: many(x)[1]["a"][0])(x), many(x))
