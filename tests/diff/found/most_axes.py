"""An array has at most 32 axes: what would make one more is refused, and writes nowhere."""
import numpy as np


def show(f):
    try:
        print(f().shape)
    except Exception as e:
        print(type(e).__name__, e)


def deep(n, x):
    for _ in range(n):
        x = [x]
    return x


most, less = np.zeros((1,) * 32), np.zeros((1,) * 31)
for a in (less, most):
    for f in (lambda: np.array([a]), lambda: np.array([[a]]), lambda: np.array([[a], [a]]), lambda: np.array([a, 1.0]),
              lambda: np.array([1.0, a]), lambda: np.array(deep(20, a)), lambda: np.array(deep(31, a)),
              lambda: np.expand_dims(a, 0), lambda: np.expand_dims(a, (0, 1)), lambda: a[None], lambda: a[None, None],
              lambda: a[[[0]]], lambda: a.reshape((1,) * 33), lambda: np.tensordot(a, a, 0),
              lambda: np.broadcast_to(a, (2,) * 33), lambda: np.tile(a, (1,) * 33), lambda: np.full((1,) * 33, 1.0),
              lambda: np.concatenate([a, a]), lambda: np.append(a, a), lambda: np.ones((1,) * 33)):
        show(f)
for n in (30, 31, 32, 33, 40):
    show(lambda: np.array(deep(n, 1.0)))
