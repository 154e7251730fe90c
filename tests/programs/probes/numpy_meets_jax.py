"""In-place operators of numpy with a jax array on the right give a jax array; results of qjit cannot be written to."""
import numpy as np
import jax.numpy as jnp
from catalyst import qjit

base = np.array([1., 2., 3.])

@qjit
def f(x):
    return x + base

@qjit
def many(x, n):
    return {"p": x * 2, "q": (jnp.ones([n]), 3)}, x[0]

def tried(act):
    try:
        act()
    except Exception as e:
        print(type(e).__name__, e)

def add():
    r = f(2.0)
    r += 1

def item():
    many(base, 4)[0]["q"][0][1] = 5

def fill():
    f(2.0).fill(2)

def sort():
    many(base, 4)[0]["p"].sort()

def out():
    r = f(2.0)
    np.add(r, 1, out=r)

def part():
    r = f(2.0)[1:]
    r[0] = 1

for act in (add, item, fill, sort, out, part):
    tried(act)
r = f(2.0)
r *= jnp.ones(3)
print(r, type(r))
j = jnp.ones(3)
a = np.array([1., 2., 3.])
b = a
a += j
print(a, type(a), b)
a = b
a @= jnp.eye(3)
print(a, type(a), b)
a = b
a **= j[0] + 1
print(a, type(a), b)
i = np.array([1, 2, 3])
i <<= jnp.arange(3)
print(i, type(i))
s = np.float64(2)
s += j
print(s, type(s))
b[0] = j[1] + 8
b[1:] = j[1:]
print(b, type(b))
np.add(b, j, out=b)
print(b)

@qjit
def g(x):
    n = np.zeros(2)
    m = n
    n += x
    print(type(n).__name__, m)
    k = np.ones(2)
    for act in (lambda: k.__setitem__(0, x), lambda: k.fill(x), lambda: k.__setitem__([0], x), lambda: np.copyto(k, x)):
        try:
            act()
        except Exception as e:
            print(type(e).__name__)
    return n * 2

print(g(1.0))
