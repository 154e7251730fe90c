# The programs that scripts/bench measures, as dbidx and Catalyst run them. The same functions stand
# in jax_programs.py, numpy_programs.py and programs.c; all take the inputs that are made here.
import random

import jax
import pennylane as qml
from jax import lax, numpy as jnp
from catalyst import qjit, for_loop, while_loop, cond

made = {}


def keep(key, make):
    if key not in made:
        made[key] = make()
    return made[key]


# Inputs: the numbers of numpy_programs.py, which the peers in Python use.
@qjit
def bits(n, seed):
    return ((jnp.arange(n) + seed) * 2654435761) % 4294967296


@qjit(abstracted_axes={0: "n"})
def scaled(x):
    return x / 4294967296.0


def ones(*shape):
    return keep(("ones", shape), lambda: jnp.ones(shape))


def rand(seed, *shape):
    n = 1
    for d in shape:
        n = n * d
    return keep(("rand", seed, shape), lambda: scaled(bits(n, seed)).reshape(shape))


@qjit(abstracted_axes=({0: "n"}, {}))
def remainder(x, below):
    return x % below


def index(n, below):
    return keep(("index", n, below), lambda: remainder(bits(n, 1), below))


@qjit(abstracted_axes={0: "n"})
def p1(a0):
    @for_loop(0, 10, 1)
    def loop(i, a):
        return a + a0

    return a0 + loop(a0)


@qjit
def p2(n: int):
    @for_loop(0, 1000, 1, allow_array_resizing=True)
    def grow(i, a):
        return jnp.ones([a.shape[0] + 1], dtype=float)

    return jnp.sum(grow(jnp.ones([n], dtype=float)))


@qjit(abstracted_axes={0: "n"})
def p3(x):
    return jnp.tanh(jnp.exp(-(jnp.sin(x) * 2 + 1)) / (x + 3))


@qjit(abstracted_axes={0: "n"})
def p4(x):
    return jnp.sum(x)


@qjit(abstracted_axes={0: "n"})
def p4_squares(x):
    return jnp.sum(x * x)


@qjit(abstracted_axes={0: "n", 1: "m"})
def p4_rows(x):
    return jnp.sum(x, axis=1)


@qjit(abstracted_axes={0: "n", 1: "m"})
def p4_columns(x):
    return jnp.sum(x, axis=0)


@qjit(abstracted_axes={0: "n", 1: "n"})
def p5(a, b):
    return jnp.matmul(a, b)


@qjit(abstracted_axes={0: "n"})
def p6(a):
    @while_loop(lambda i, a: i < 1000000)
    def loop(i, a):
        return i + 1, a * 0.5 + 1

    return loop(0, a)[1]


@qjit(abstracted_axes={0: "n"})
def p7(a):
    @for_loop(0, 1000, 1)
    def outer(i, a):
        @for_loop(0, 1000, 1)
        def inner(j, a):
            @cond((i + j) % 2 == 0)
            def step():
                return a + 1

            @step.otherwise
            def step():
                return a * 0.5

            return step()

        return inner(a)

    return outer(a)


@qjit(abstracted_axes={0: "n"})
def p8(x):
    @for_loop(0, x.shape[0], 1)
    def loop(i, x):
        return x.at[i].set(x[jnp.maximum(i - 1, 0)] + 1)

    return loop(x)


@qjit(abstracted_axes={0: "n"})
def p8_scatter(x, at, u):
    return x.at[at].add(u)


@qjit(abstracted_axes={0: "n"})
def p8_gather(x, at):
    return x[at]


@qjit(abstracted_axes={0: "n"})
def p9(a, b):
    @for_loop(0, 1000, 1)
    def loop(i, a):
        return b

    return loop(a)


@qjit(abstracted_axes={0: "n", 1: "m"})
def p10(x):
    e = jnp.exp(x - jnp.max(x, axis=1, keepdims=True))
    return e / jnp.sum(e, axis=1, keepdims=True)


@qjit(abstracted_axes=({0: "n"}, {}))
def p11(x, s):
    y = x
    t = s
    for k in range(50):
        t = t * 0.25 + s
        y = y * t
        t = t - 0.125
        y = y - x
    return y


@qjit(abstracted_axes={0: "n"})
def p12(a):
    n = a.shape[0]

    @for_loop(0, 1000000, 1)
    def loop(i, a):
        return a[(jnp.arange(n) + (n - 1)) % n] + 1

    return loop(a)


@qjit(abstracted_axes={0: "n"})
def p13(a, b):
    @for_loop(0, 1000000, 1)
    def loop(i, a, b):
        return b, a * 0.5 + b * 0.25

    return loop(a, b)[1]


@qjit(abstracted_axes=({0: "n", 1: "n"}, {0: "n"}))
def p14(m, x):
    @for_loop(0, 100, 1)
    def loop(i, x):
        return (m @ x) * 0.002

    return loop(x)


@qjit(abstracted_axes=({0: "n"}, {}))
def p15(a, limit):
    @for_loop(0, limit, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a, a[:1]])

    return loop(a)


@qjit(abstracted_axes={0: "n"})
def p16(a, b):
    @for_loop(0, 1000000, 1)
    def loop(i, a):
        @cond(i % 2 == 0)
        def step():
            return a + 1

        @step.otherwise
        def step():
            return b

        return step()

    return loop(a)


@qjit
def p17(limit: int):
    @while_loop(lambda i, s: i < limit)
    def loop(i, s):
        return i + 1, s * 0.5 + i

    return loop(0, 1.0)[1]


@qjit
def p18(x: float):
    @for_loop(0, 1000000, 1)
    def loop(i, x):
        @cond(x > 1.0)
        def step():
            return x * 0.5

        @step.otherwise
        def step():
            return x * 0.5 + 0.75

        return step()

    return loop(x)


@qjit(abstracted_axes={0: "n", 1: "m"})
def p19(x):
    return jnp.concatenate([x, x], axis=1)


@qjit(abstracted_axes={0: "n", 1: "m"})
def p20(x):
    return jnp.transpose(x)


@qjit(abstracted_axes={0: "n"})
def p21(x):
    def step(c, a):
        c = c * 0.5 + a
        return c, c

    return lax.scan(step, 0.0, x)[1]


@qjit(abstracted_axes={0: "n", 1: "m"})
def p22(x):
    return jax.vmap(lambda r: jnp.sum(jnp.sin(r) * 2.0 + r * r))(x)


@qjit(abstracted_axes={0: "n", 1: "m"})
def p22_written_out(x):
    return jnp.sum(jnp.sin(x) * 2.0 + x * x, axis=1)


# Random gates: (name, how many angles, how many wires).
kinds = [("RX", 1, 1), ("RY", 1, 1), ("RZ", 1, 1), ("Hadamard", 0, 1), ("S", 0, 1), ("PhaseShift", 1, 1), ("Rot", 3, 1),
         ("CNOT", 0, 2), ("CZ", 0, 2), ("SWAP", 0, 2), ("CRY", 1, 2), ("IsingXX", 1, 2), ("Toffoli", 0, 3)]


def gates(count, wires, seed):
    rng = random.Random(seed)
    made = []
    for _ in range(count):
        name, angles, n = rng.choice(kinds)
        made.append((name, [rng.uniform(-3, 3) for _ in range(angles)], rng.sample(range(wires), n)))
    return made


@qjit
@qml.qnode(qml.device("lightning.qubit", wires=20))
def p23(x):
    qml.RX(x, 0)
    for name, angles, wires in gates(1000, 20, 7):
        getattr(qml, name)(*angles, wires=wires)
    return qml.expval(qml.PauliZ(0))


# ---- values with derivatives, and the values alone ----
def p24_value(x):
    @for_loop(0, 1000000, 1)
    def loop(i, x):
        return jnp.sin(x) * 0.9 + 0.1

    return loop(x)


@qjit
def p24(x):
    return p24_value(x)


@qjit
def p24_grad(x):
    v, g = jax.value_and_grad(p24_value)(x)
    return v + g


def p25_value(a, b):
    return jnp.sum(jnp.tanh(a @ b) @ b @ a)


@qjit(abstracted_axes={0: "n", 1: "n"})
def p25(a, b):
    return p25_value(a, b)


@qjit(abstracted_axes={0: "n", 1: "n"})
def p25_grad(a, b):
    v, (ga, gb) = jax.value_and_grad(p25_value, argnums=(0, 1))(a, b)
    return ga + gb + v


def p26_value(w1, w2, w3, x, y):
    return jnp.mean((jnp.tanh(jnp.tanh(x @ w1) @ w2) @ w3 - y) ** 2)


@qjit
def p26(w1, w2, w3, x, y):
    return p26_value(w1, w2, w3, x, y)


@qjit
def p26_grad(w1, w2, w3, x, y):
    v, (g1, g2, g3) = jax.value_and_grad(p26_value, argnums=(0, 1, 2))(w1, w2, w3, x, y)
    return jnp.concatenate([jnp.ravel(w1 - 0.1 * g1), jnp.ravel(w2 - 0.1 * g2), jnp.ravel(w3 - 0.1 * g3), jnp.ravel(v)])


# ---- complex numbers, half precision, sorting ----
@qjit
def p28(x):
    @for_loop(0, 1000000, 1)
    def loop(i, z):
        return z * z * 0.5 + x

    return jnp.abs(loop(x + 0.2j))


@qjit(abstracted_axes={0: "n"})
def p29(x):
    return jnp.abs(jnp.exp(1j * x) * x + 0.5)


@qjit(abstracted_axes={0: "n"})
def p30(x):
    h = x.astype(jnp.float16)
    return ((h * h + h) * h - h).astype(jnp.float64)


@qjit(abstracted_axes={0: "n"})
def p31(x):
    return jnp.sort(x)


def p27_value(a, trips):
    @for_loop(0, trips, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.concatenate([a * 0.999, jnp.sin(a[:1])])

    return jnp.sum(loop(a))


@qjit(abstracted_axes=({0: "n"}, {}))
def p27(a, trips):
    return p27_value(a, trips)


@qjit(abstracted_axes=({0: "n"}, {}))
def p27_grad(a, trips):
    v, g = jax.value_and_grad(p27_value)(a, trips)
    return v + g


def p27_append_value(a, trips):
    @for_loop(0, trips, 1, allow_array_resizing=True)
    def loop(i, a):
        return jnp.append(a, jnp.sin(a[0]))

    return jnp.sum(loop(a))


@qjit(abstracted_axes=({0: "n"}, {}))
def p27_append(a, trips):
    return p27_append_value(a, trips)


@qjit(abstracted_axes=({0: "n"}, {}))
def p27_append_grad(a, trips):
    v, g = jax.value_and_grad(p27_append_value)(a, trips)
    return v + g
