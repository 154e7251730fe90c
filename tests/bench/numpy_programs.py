# The programs of programs.py in numpy, for scripts/bench. Loops of a million trips in the
# interpreter of Python are left out: they take seconds.
import numpy as np


def ones(*shape):
    return np.ones(shape)


def rand(seed, *shape):
    n = int(np.prod(shape))
    bits = ((np.arange(n) + seed) * 2654435761) % 4294967296
    return (bits / 4294967296.0).reshape(shape)


def index(n, below):
    return (((np.arange(n) + 1) * 2654435761) % 4294967296) % below


def p1(a0):
    a = a0
    for _ in range(10):
        a = a + a0
    return a0 + a


def p2(n):
    a = np.ones(n)
    for _ in range(1000):
        a = np.ones(a.shape[0] + 1)
    return a.sum()


def p3(x):
    return np.tanh(np.exp(-(np.sin(x) * 2 + 1)) / (x + 3))


def p4(x):
    return np.sum(x)


def p4_squares(x):
    return np.sum(x * x)


def p4_rows(x):
    return np.sum(x, axis=1)


def p4_columns(x):
    return np.sum(x, axis=0)


def p5(a, b):
    return a @ b


def p8_scatter(x, at, u):
    x = x.copy()
    np.add.at(x, at, u)
    return x


def p8_gather(x, at):
    return x[at]


def p10(x):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def p11(x, s):
    y, t = x, s
    for _ in range(50):
        t = t * 0.25 + s
        y = y * t
        t = t - 0.125
        y = y - x
    return y


def p14(m, x):
    for _ in range(100):
        x = (m @ x) * 0.002
    return x


def p15(a, limit):
    for _ in range(limit):
        a = np.concatenate([a, a[:1]])
    return a


def p19(x):
    return np.concatenate([x, x], axis=1)


def p20(x):
    return np.ascontiguousarray(x.T)


def p22(x):
    return np.sum(np.sin(x) * 2.0 + x * x, axis=1)


p22_written_out = p22


def p29(x):
    return np.abs(np.exp(1j * x) * x + 0.5)


def p30(x):
    h = x.astype(np.float16)
    return ((h * h + h) * h - h).astype(np.float64)


def p31(x):
    return np.sort(x)
