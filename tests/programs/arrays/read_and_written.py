"""Arrays that loops, sorts and branches might write into, while others still read them."""
from catalyst import qjit, for_loop, while_loop, cond
import jax.numpy as jnp
@qjit(abstracted_axes={0: "n"})
def swap(x):
    n = x.shape[0]
    @for_loop(0, 3, 1)
    def f(i, a, b): return b, a
    return f(x, jnp.arange(n)*1.0), x
print(swap(jnp.array([3.,1,2])))
@qjit(abstracted_axes={0: "n"})
def same(x):
    n = x.shape[0]
    @for_loop(0, 3, 1)
    def f(i, a, b): return a+b, a+b
    y = x*2
    return f(y, y), x, y
print(same(jnp.array([3.,1,2])))
@qjit(abstracted_axes={0: "n"})
def same2(x):
    n = x.shape[0]
    @for_loop(0, 3, 1)
    def f(i, a, b):
        c = a.at[0].set(b[0]); return c, a.at[1].set(7.)+b
    y = x*2
    return f(y, y), f(y,x), x, y, y+1
print(same2(jnp.array([3.,1,2])))
@qjit(abstracted_axes={0: "n"})
def once(x):
    @for_loop(0, 3, 1)
    def f(i, a): return a.at[i].set(a[0]+i)
    y = x*2
    return f(y), y, f(x), x, f(x+y), x+y
print(once(jnp.array([3.,1,2])))
@qjit(abstracted_axes={0: "n"})
def scat(x):
    y = x*2
    z = y.at[0].set(5.)
    w = y.at[1].add(z[0])
    return y, z, w, x
print(scat(jnp.array([3.,1,2])))
@qjit(abstracted_axes={0: "n"})
def srt(x):
    n = x.shape[0]
    i = jnp.arange(n)
    a = jnp.argsort(x)
    b = jnp.argsort(-x)
    return i, a, b, i[a], jnp.sort(x), x, jnp.argsort(i), i
print(srt(jnp.array([3.,1,2])))
@qjit(abstracted_axes=({0: "n"}, {}))
def br(x, k:int):
    y = x+1
    @cond(k > 0)
    def f(): return y, x
    @f.otherwise
    def g(): return x, x
    a, b = f()
    return a.at[0].set(9.), b.at[1].set(8.), x, y
print(br(jnp.array([3.,1,2]), 1))
print(br(jnp.array([3.,1,2]), 0))
@qjit(abstracted_axes={0: "n"})
def wh(x):
    y = x+1
    @while_loop(lambda i, a, b: i < 3)
    def f(i, a, b): return i+1, b.at[i].set(a[0]), a+y
    return f(0, y, x), f(0, y, y), y, x
print(wh(jnp.array([3.,1,2])))
