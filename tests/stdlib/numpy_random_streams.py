"""numpy.random: the streams of RandomState and of generators, call by call."""
import numpy as np


def show(name, f):
    try:
        v = f()
    except (ValueError, TypeError) as e:
        print(name, type(e).__name__, e)
        return
    if isinstance(v, np.ndarray):
        print(name, v.dtype, v.shape, v.ravel().tolist())
    else:
        print(name, type(v).__name__, v)


for seed in 0, 7, 2**40 + 3, [1, 2, 3]:
    r = np.random.default_rng(seed)
    show("random", lambda: r.random())
    show("random", lambda: r.random((2, 2)))
    show("random 32", lambda: r.random(3, dtype=np.float32))
    show("integers", lambda: r.integers(10))
    show("integers", lambda: r.integers(-5, 5, (2, 3)))
    show("integers", lambda: r.integers(0, 2**60, 3))
    show("integers", lambda: r.integers(1, 6, 5, endpoint=True))
    show("integers", lambda: r.integers(0, 200, 4, dtype="uint8"))
    show("integers", lambda: r.integers([0, 10], [5, 1000]))
    show("normal", lambda: r.normal(2.0, 0.5, 4))
    show("standard_normal", lambda: r.standard_normal((2, 2)))
    show("exponential", lambda: r.exponential(2.0, 4))
    show("uniform", lambda: r.uniform(-1, 1, 4))
    show("choice", lambda: r.choice(5))
    show("choice", lambda: r.choice(5, 4))
    show("choice", lambda: r.choice([2.5, 3.5, 4.5], (2, 2)))
    show("choice", lambda: r.choice(20, 6, replace=False))
    show("choice", lambda: r.choice(20, 6, replace=False, shuffle=False))
    show("choice", lambda: r.choice(4, 6, p=[0.1, 0.2, 0.3, 0.4]))
    show("choice", lambda: r.choice(4, 3, replace=False, p=[0.1, 0.2, 0.3, 0.4]))
    show("choice", lambda: r.choice(np.arange(12).reshape(3, 4), 2, axis=1))
    show("choice", lambda: r.choice(3, 5, replace=False))
    show("choice", lambda: r.choice(3, 5, p=[0.5, 0.5, 0.5]))
    show("permutation", lambda: r.permutation(8))
    show("permutation", lambda: r.permutation(np.arange(6).reshape(3, 2)))
    show("permuted", lambda: r.permuted(np.arange(6).reshape(3, 2), axis=0))
    x = np.arange(7)
    r.shuffle(x)
    show("shuffle", lambda: x)
    show("laplace", lambda: r.laplace(0.0, 1.0, 2))
    show("integers", lambda: r.integers(5, 5))

for seed in 0, 42, [5, 6]:
    r = np.random.RandomState(seed)
    show("rand", lambda: r.rand())
    show("rand", lambda: r.rand(2, 2))
    show("randn", lambda: r.randn(3))
    show("randint", lambda: r.randint(0, 10, 5))
    show("randint", lambda: r.randint(5))
    show("normal", lambda: r.normal(1.0, 2.0, 3))
    show("uniform", lambda: r.uniform(2, 3, 2))
    show("choice", lambda: r.choice(5, 3))
    show("choice", lambda: r.choice(5, 3, replace=False))
    show("choice", lambda: r.choice([1.5, 2.5, 3.5], 4, p=[0.2, 0.3, 0.5]))
    show("choice", lambda: r.choice(4, 3, False, [0.1, 0.2, 0.3, 0.4]))
    show("choice", lambda: r.choice(3, 5, replace=False))
    show("choice", lambda: r.choice(0, 2))
    show("permutation", lambda: r.permutation(6))
    x = [1, 2, 3, 4]
    r.shuffle(x)
    show("shuffle", lambda: np.array(x))

np.random.seed(11)
show("global", lambda: np.random.rand(3))
show("global", lambda: np.random.choice(6, 3, replace=False))
show("seed", lambda: np.random.default_rng(-1))
