from jax import numpy as jnp
import jax
from catalyst import qjit, for_loop, while_loop, cond
def t(name, f):
    try: print(name, f())
    except Exception as e: print(name, type(e).__name__)
@for_loop(0, 3, 1)
def a(i, s): return s + str(i)
t('str', lambda: a('x'))
@for_loop(0, 3, 1)
def b(i, s): print(type(i).__name__, type(s).__name__); return s + i
t('types', lambda: b(1))
t('types', lambda: b(1.5))
t('types', lambda: b(jnp.array(2)))
@for_loop(0, jnp.array(3), 1)
def c(i, s): return s + i
t('arr bound', lambda: c(1))
@for_loop(0, 3.0, 1)
def d(i, s): return s + i
t('float bound', lambda: d(1))
@for_loop(0, 3, 0)
def d(i, s): return s + i
t('zero step', lambda: d(1))
@for_loop(0, 3, 1)
def e(i, x, y): return x
t('fewer', lambda: e(1, 2))
@for_loop(0, 3, 1)
def e(i, x, y): return x, y, 1
t('more', lambda: e(1, 2))
@for_loop(0, 3, 1)
def e(i, x): return x, 1
t('more1', lambda: e(1))
@for_loop(0, 3, 1)
def e(i, x): pass
t('none', lambda: e(1))
@for_loop(0, 3, 1)
def e(i, x, y): return y, x
t('swap', lambda: e(1, 'a'))
t('swap', lambda: e([1], {'a': 2}))
@for_loop(0, 3, 1)
def e(i, x): return [x, i]
t('nest', lambda: e(1))
@for_loop(0, 3, 1)
def e(i, x): x.append(i); return x
t('alias', lambda: e([]))
L = []
t('alias2', lambda: e(L) is L)
@for_loop(0, 3, 1)
def e(i): return i
t('res', lambda: e())
@while_loop(lambda s: len(s) < 3)
def w(s): return s + 'a'
t('wstr', lambda: w(''))
@while_loop(lambda x: x)
def w(x): return x[1:]
t('wlist', lambda: w([1, 2]))
@while_loop(lambda x: (x < 3).any())
def w(x): return x + 1
t('warr', lambda: w(jnp.zeros(2)))
@while_loop(lambda x: x < 3)
def w(x): return x + 1
t('warr', lambda: w(jnp.zeros(2)))
@while_loop(lambda x: x < 3)
def w(x): raise KeyError(x)
t('wraise', lambda: w(1))
@while_loop(lambda: False)
def w(): return 3
t('wnone', lambda: w())
for p in (True, 1, 0, '', 'x', [], None, jnp.array(True), jnp.array([1]), jnp.array([1, 2]), jnp.array(2.5)):
    @cond(p)
    def c(): return 'yes'
    t('cond1', lambda: c())
    @c.otherwise
    def c(): return 3
    t('cond', lambda: c())
@cond(True)
def c(): return 'yes'
@c.else_if(jnp.array([1,2]))
def c(): return 'yes2'
t('lazy', lambda: c())
@for_loop(0, 3, 1)
def e(i, x):
    @for_loop(0, 2, 1)
    def g(j, y): return y + [(i, j)]
    return g(x)
t('nested', lambda: e([]))
@for_loop(3, 0, -1)
def e(i, x): return x + [i]
t('down', lambda: e([]))
@for_loop(0, 5, 2)
def e(i, x): return jnp.concatenate([x, jnp.ones(i)])
t('grow', lambda: e(jnp.zeros(1)))
@for_loop(0, 3, 1, allow_array_resizing=True)
def e(i, x): return jnp.concatenate([x, jnp.ones(i)])
t('grow', lambda: e(jnp.zeros(1)))
@for_loop(True, 3, 1)
def e(i, x): return x + [i]
t('true', lambda: e([]))
@for_loop('a', 3, 1)
def e(i, x): return x + [i]
t('stra', lambda: e([]))
@for_loop(0, 3, 1)
def e(i, *a, **k): return a
t('kw', lambda: e(1, x=2))
class P: pass
@for_loop(0, 3, 1)
def e(i, x): x.v = i; return x
t('obj', lambda: e(P()).v)
@for_loop(0, 2, 1)
def e(i, f): return lambda: f() + 1
t('fn', lambda: e(lambda: 1)())
for u in (2**62, 2**63-1, jnp.int8(3), jnp.array(3, 'uint8'), jnp.array([3]), jnp.array([1,2]), jnp.array(2.0)):
    @for_loop(0, u, 1)
    def e(i, x):
        if i > 4: raise StopIteration
        return x + [type(i).__name__]
    t('ub', lambda: e([]))
