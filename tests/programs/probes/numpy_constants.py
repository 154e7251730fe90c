"""Arrays of numpy become constants by value: what is written to them later changes no compiled function and no jax array."""
import numpy as np
import jax.numpy as jnp
from catalyst import qjit
a = np.array([1., 2., 3.])
v = a[1:]

@qjit
def f(x):
    return x + a + jnp.sum(v) + a

print(f(1.0))
a[1] = 100
print(f(1.0), a, v)
j = jnp.array(a)
a += 1
print(j, a)
b = np.asarray(j)
try:
    b[0] = 5
except ValueError as e:
    print(e)
c = np.array(j)
c[0] = 5
print(c, j)
r = f(2.0)
try:
    r[0] = 7
except ValueError as e:
    print(e)
r = np.array(r)
r[0] = 7
print(r, type(r))
a += jnp.ones(3)
print(a, type(a))
print(np.sin(jnp.ones(2)), jnp.sin(a))
print(a[jnp.array([0, 1])], type(a[jnp.array(1)]))
def g(x):
    n = np.zeros(2)
    try:
        n[0] = x
    except Exception as e:
        print(type(e).__name__)
    before = n
    n += x
    print(type(n).__name__, before)
    n = np.zeros(2)
    try:
        np.sin(x)
    except Exception as e:
        print(type(e).__name__)
    n[0] = 3
    y = x + n
    n[1] = 9
    return y + n + np.float32(2) * x
print(qjit(g)(1.0))
print(np.float64(2) * jnp.ones(2), jnp.ones(2) * np.ones(2), np.ones(2) - jnp.ones(2))
