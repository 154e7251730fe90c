"""Programs, what is asked of them, and what has to be known, worked out by hand.

CASES: name, arguments ("n:int x:[a,3]": a length by a letter is a named axis), body, question, answer by axis (of a value: one).
"""
LOOP = """    @for_loop(0, {trips}, 1, allow_array_resizing={grows})
    def body(i, a):
        return {step}
"""


def loop(trips, step, grows=True):
    return LOOP.format(trips=trips, step=step, grows=grows)


CASES = [
    ("D01", "n:int s:float", "    base = s * jnp.ones((n,))\n" + loop("10", "a + base", False) + "    return base + body(base)\n", "shape 0", ["value n"]),
    ("D01b", "n:int s:float", "    base = s * jnp.ones((n,))\n" + loop("10", "a + base", False) + "    return jnp.sum(base + body(base))\n", "shape 0", []),
    ("D01c", "n:int s:float", "    base = s * jnp.ones((n,))\n" + loop("10", "a + base", False) + "    return jnp.sum(base + body(base))\n", "value 0", ["value n, value s"]),
    ("D02", "x:[a] y:[a]", loop("10", "a * x", False) + "    return body(y)\n", "shape 0", ["shape x[0]"]),
    ("D03", "n:int k:int s:float", loop("k", "jnp.ones((a.shape[0] + 1,)) * jnp.sum(a) * s") + "    return body(jnp.ones((n,)))\n", "shape 0", ["value n, value k"]),
    ("D03b", "n:int k:int s:float", loop("k", "jnp.ones((a.shape[0] + 1,)) * jnp.sum(a) * s") + "    return jnp.sum(body(jnp.ones((n,))))\n", "value 0", ["value n, value k, value s"]),
    ("D04", "x:[a] p:bool", "    return cond(p)(lambda: jnp.concatenate([x, x])).otherwise(lambda: x)()\n", "shape 0", ["shape x[0], value p"]),
    ("D04b", "x:[a] p:bool", "    @cond(p)\n    def c():\n        return x * 2\n    @c.otherwise\n    def c():\n        return x * 3\n    return c()\n", "shape 0", ["shape x[0]"]),
    ("D05", "x:[a]", "    @while_loop(lambda a: jnp.sum(jnp.abs(a)) < 1000)\n    def body(a):\n        return 2 * a\n    return body(x)\n", "shape 0", ["shape x[0]"]),
    ("D05b", "x:[a]", "    @while_loop(lambda a: jnp.sum(jnp.abs(a)) < 1000, allow_array_resizing=True)\n    def body(a):\n        return jnp.concatenate([a, a])\n    return body(x)\n", "shape 0", ["value x"]),
    ("D06", "x:[a]", "    return jnp.sum(x)\n", "value 0", ["value x"]),
    ("D08", "x:float v:float n:int", "    f = lambda x: jnp.broadcast_to(jnp.sin(x), (n,))\n    return jax.jvp(f, (x,), (v,))\n", "shape 1", ["value n"]),
    ("D09", "x:[a] v:[a]", "    return jax.jvp(lambda x: x * 2, (x,), (v,))[1]\n", "shape 0", ["shape x[0]"]),
    ("D10", "x:[a] v:[a]", "    return jax.linearize(lambda x: jnp.sin(x), x)[1](v)\n", "shape 0", ["shape x[0]"]),
    ("D11", "x:[a] v:[a]", "    return jax.linearize(lambda x: jnp.sum(jnp.sin(x)), x)[1](v)\n", "value 0", ["value x, value v"]),
    ("D12", "x:[a]", "    return jax.grad(lambda x: jnp.sum(jnp.sin(x)))(x)\n", "shape 0", ["shape x[0]"]),
    ("D13", "w1:[i,h] w2:[h,o] x:[b,i]", "    loss = lambda w1, w2: jnp.sum(jnp.tanh(x @ w1) @ w2)\n    return jax.grad(loss, argnums=(0, 1))(w1, w2)\n", "shape 0", ["shape w1[0]", "shape w1[1]"]),
    ("D13b", "w1:[i,h] w2:[h,o] x:[b,i]", "    loss = lambda w1, w2: jnp.sum(jnp.tanh(x @ w1) @ w2)\n    return jax.grad(loss, argnums=(0, 1))(w1, w2)\n", "shape 1", ["shape w1[1]", "shape w2[1]"]),
    ("N01", "x:[a] y:[b]", "    return jnp.concatenate([x, y])\n", "shape 0", ["shape x[0], shape y[0]"]),
    ("N02", "a:[m,k] b:[k,n]", "    return a @ b\n", "shape 0", ["shape a[0]", "shape b[1]"]),
    ("N03", "x:[a] k:int", "    return jnp.broadcast_to(x, (k, x.shape[0])).T\n", "shape 0", ["shape x[0]", "value k"]),
    ("N04", "n:int", "    m = n * n + 1\n    return jnp.ones((m,))\n", "shape 0", ["value n"]),
    ("N05", "x:[3]", "    return jnp.ones((x.astype(int)[1],))\n", "shape 0", ["value x"]),
    ("N05b", "x:ints", "    return jnp.ones((x[1],))\n", "shape 0", ["value x[1]"]),
    ("N06", "x:[a,b] i:int", "    return x[i]\n", "shape 0", ["shape x[1]"]),
    ("N07", "x:[a,b]", "    return jnp.sum(x, axis=1)\n", "shape 0", ["shape x[0]"]),
    ("N08", "n:int k:int", "    @for_loop(0, k, 1)\n    def body(i, a):\n        return jnp.ones((n,)) * i\n    return body(jnp.ones((n,)))\n", "shape 0", ["value n"]),
    ("N09", "x:[a] y:[b] k:int", "    @for_loop(0, k, 1, allow_array_resizing=True)\n    def body(i, a, b):\n        return b, a\n    return body(x, y)[0]\n", "shape 0", ["shape x[0], shape y[0], value k"]),
    ("N10", "x:[a] k:int", "    @for_loop(0, k, 1, allow_array_resizing=True)\n    def body(i, a, b):\n        return a * 2, jnp.concatenate([b, x])\n    return body(x, x)[0]\n", "shape 0", ["shape x[0]"]),
    ("N11", "x:[a] k:int", "    @for_loop(0, k, 1, allow_array_resizing=True)\n    def body(i, a):\n        return cond(i % 2 == 0)(lambda: x).otherwise(lambda: jnp.concatenate([x, x]))()\n    return body(x)\n", "shape 0", ["shape x[0], value k"]),
    ("N12", "x:[a] y:[a]", "    return jnp.where(x > 0, x, y)\n", "value 0", ["value x, value y"]),
    ("N12b", "x:[a] y:[a]", "    return jnp.where(x > 0, x, y)\n", "shape 0", ["shape x[0]"]),
    ("scan", "x:[a] s:float", "    return jax.lax.scan(lambda c, v: (c + v * s, c), 0.0, x)[1]\n", "shape 0", ["shape x[0]"]),
    ("nested", "n:int m:int", "    f = jax.jit(lambda p, q: jnp.ones((q,)))\n    return f(n, m)\n", "shape 0", ["value m"]),
]
