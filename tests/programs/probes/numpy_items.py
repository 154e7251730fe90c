"""Indices, slices, masks and assignment to items of numpy arrays."""
import numpy as np


def show(r):
    if isinstance(r, (tuple, list)):
        print(type(r).__name__, len(r))
        for x in r:
            show(x)
    elif isinstance(r, np.ndarray):
        print(repr(r), r.shape, r.dtype)
    else:
        print(repr(r), '' if isinstance(r, type) else type(r).__name__)


try:
    a = np.zeros((3, 4))
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = [1, 2, 3, 4]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[:, 1] = [7, 8, 9]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[1:, ::2] = [[1], [2]]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[::-1] = a
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6)
except Exception as e:
    print(type(e).__name__)
try:
    a[1:] = a[:-1]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6)
except Exception as e:
    print(type(e).__name__)
try:
    a[:-1] = a[1:]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    a[:, [0, 2]] = a[:, [2, 0]]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    a[[0, 1]] += 1
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[[0, 0]] += 1
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    a[a % 2 == 0] = -1
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[a < 0] = [1, 2, 3, 4, 5, 6]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    a[a % 2 == 0] = [1, 2]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    v = a[1:, 1:]
except Exception as e:
    print(type(e).__name__)
try:
    v[v > 6] = 0
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    v[[True, False]] = 9
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[:, [True, False, True, False]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[True, False, True], 1:3])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[True, False, True], [0, 1]])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(12).reshape(3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.array([[True] * 4] * 3)])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.ones((3, 3), bool)])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(24).reshape(2, 3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[0, :, [0, 1]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[:, 0, [0, 1]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[0, 1], :, [0, 1]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[0, [0, 1], :])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[..., [0, 1]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[0], ..., [1]])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(24).reshape(2, 3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[:, [[0, 1], [2, 0]]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[[0], [1]], [0, 2]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[None, [0, 1], None])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(24).reshape(2, 3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[0, 1], None, [1, 2]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[0, None, [1, 2]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[:, None, [1, 2], 0])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(24).reshape(2, 3, 4)
except Exception as e:
    print(type(e).__name__)
try:
    a[0, :, [0, 1]] = 100
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[:, 0, [0, 1]] = [[1, 2]]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(10)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[-1:-5:-2])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[::-3])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[20:2:-1])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[-20:3])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[5:2])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[2:5:-1])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(10)
except Exception as e:
    print(type(e).__name__)
try:
    a[8:2:-2] = [1, 2, 3]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[::-1][2:4] = 50
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[1.0])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a['x'])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[1.0, 2.0]])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.array([1.0])])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[True])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[False])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.True_] if hasattr(np, 'True_') else 0)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.bool_(True)])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.bool_(False)].shape)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[None].shape)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[..., None].shape)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    a[True] = 7
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[False] = 3
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[],])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.array([], dtype=int)])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[np.array([])])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[1,])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[1]])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[1, 2])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(5)
except Exception as e:
    print(type(e).__name__)
try:
    a[()] = 3
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[...] = 4
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    b = a[()]
except Exception as e:
    print(type(e).__name__)
try:
    show(b is a)
except Exception as e:
    print(type(e).__name__)
try:
    show(b.base is a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.array(5)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[()])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[...])
except Exception as e:
    print(type(e).__name__)
try:
    a[()] = 6
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[0])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[None])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[True])
except Exception as e:
    print(type(e).__name__)
try:
    show(a[[True]])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3, int)
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = 2.7
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[1] = -2.7
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[2] = True
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = np.float32(3.9)
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3, int)
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = 1j
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = 1j
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3, int)
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = float('nan')
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3, int)
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = float('inf')
except Exception as e:
    print(type(e).__name__)
