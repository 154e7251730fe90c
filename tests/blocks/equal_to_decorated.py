"""Loops and conditionals as with statements: the same Jaxpr as decorated functions, to the byte."""
from catalyst import qjit, for_loop, while_loop, cond
import jax.numpy as jnp
@qjit
def plain(n):
    x = jnp.ones(n)
    @for_loop(0, 10, 1)
    def loop(i, x):
        y = x * i
        return x + y
    x = loop(x)
    @while_loop(lambda x, k: k < 3)
    def more(x, k):
        @for_loop(0, k, 1)
        def inner(j, x):
            return x + j
        x = inner(x)
        return x * 2, k + 1
    x, k = more(x, 0)
    @cond(n > 2)
    def branch():
        return x + 1
    @branch.else_if(n > 1)
    def branch():
        z = x * 2
        return z
    @branch.otherwise
    def branch():
        return x
    r = branch()
    return x, k, r
@qjit
def blocks(n):
    x = jnp.ones(n)
    y = 7
    with for_loop(0, 10, 1)(x) as (i, x):
        y = x * i
        x = x + y
    assert y == 7
    with while_loop(lambda x, k: k < 3)(x, 0) as (x, k):
        with for_loop(0, k, 1)(x) as (j, x):
            x = x + j
        x = x * 2
        k = k + 1
    with cond(n > 2) as r:
        x + 1
    with r.else_if(n > 1):
        z = x * 2
        z
    with r.otherwise():
        x
    return x, k, r
for n in (1, 2, 3):
    a, b = plain(n), blocks(n)
    print(a, [str(p) == str(q) for p, q in zip(a, b)])
print(str(plain.jaxpr) == str(blocks.jaxpr))
def names(n):
    with for_loop(0, 3, 1, allow_array_resizing="infer")(jnp.ones(n), 0) as (i, v, s):
        print("traced")
        v = jnp.ones([v.shape[0] + 1])
        s = s + i
    try:
        i
    except NameError as e:
        print(e)
    return v, s
print(qjit(names)(2))
