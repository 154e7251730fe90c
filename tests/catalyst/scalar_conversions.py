"""Arrays where Python wants a number."""
from jax import numpy as jnp
import jax, numpy as np
from catalyst import qjit
def t(name, f):
    try: r = f(); print(name, r)
    except Exception as e: print(name, type(e).__name__)
for w, a in (('one', jnp.array([3])), ('11', jnp.array([[2.5]])), ('e', jnp.zeros(0)), ('f', jnp.array(2.5)), ('b', jnp.array(True)), ('u', jnp.uint8(7)), ('c', jnp.array(1j)), ('n', np.array([3])), ('ni', np.int64(3)), ('nb', np.array(True)), ('nf', np.array(2.0))):
    for n, f in (('int', int), ('float', float), ('bool', bool), ('complex', complex), ('range', lambda v: len(range(v))), ('idx', lambda v: 'abcdefghi'[v]), ('slice', lambda v: 'abcdefghi'[:v]), ('round', round), ('item', lambda v: v.item()), ('mul', lambda v: [1] * v), ('hash', lambda v: hash(v) == hash(v)), ('hex', hex), ('%d', lambda v: '%d' % v), ('%s', lambda v: '%s' % v), ('f', lambda v: f'{v}'), ('%.2f', lambda v: '%.2f' % v), ('chr', chr)):
        t(w + ' ' + n, lambda: f(a))
