"""Equations as data: parameters in their order, literals, types."""
import jax, jax.numpy as jnp
from jax import lax
def f(x):
    y = x.reshape(3,2)
    z = jnp.transpose(y)
    w = x[1:3]
    u = jnp.concatenate([w,w])
    t = jnp.pad(u, 1)
    s = jnp.sort(t)
    r = jnp.argmax(s)
    q = jnp.cumsum(t)
    p = x.astype(jnp.float32)
    o = jnp.squeeze(x[None])
    n = lax.iota(jnp.int32, 4)
    m = jnp.sum(x)
    d = lax.dynamic_slice(x, (r,), (2,))
    g = x[jnp.array([1,2])]
    i = x**2
    h = jnp.exp2(x)
    st = x.at[0].set(1.)
    rev = x[::-1]
    c = jnp.clip(x,0,1)
    return z, m, d, g
for e in jax.make_jaxpr(f)(jnp.zeros(6)).eqns:
    print(e.primitive, {k:v for k,v in e.params.items() if k not in('jaxpr',)}, repr(e.primitive))
print(type(e), type(e.invars[0]), e.effects)
j = jax.make_jaxpr(f)(jnp.zeros(6))
print(type(j), type(j.jaxpr), j.effects, j.jaxpr.debug_info)
k=jax.make_jaxpr(lambda x: jnp.where(x>0,x,0.))(jnp.zeros(3))
print(k.eqns); print(k.eqns[1].params['jaxpr'], type(k.eqns[1].params['jaxpr']))
lit = [v for e in k.eqns for v in e.invars if isinstance(v, jax.core.Literal)]
print(lit, [repr(l.val) for l in lit], [type(l.val) for l in lit])
print(isinstance(k, jax.core.ClosedJaxpr), isinstance(k.jaxpr, jax.core.Jaxpr))
