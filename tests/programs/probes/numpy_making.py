"""Arrays of numpy from sequences, ranges and types."""
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
    show(np.array([[1, 2], [3]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[1, 2], 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, [2, 3]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[1, 2], [3, 4], [5]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[[1], [2]], [[3]]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[], []]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[], [1]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[[]]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([()]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array(()))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[1, 2], (3, 4)]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([range(3), range(3)]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array(range(0)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([range(2), [1, 2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.array([1, 2]), [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.array([1, 2]), 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.float32(1), np.int8(2)]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.float32(1), 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.float32(1), 2.5]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2.5, True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True, 1j]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.int8(1), 300]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.uint8(1), -1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.int8(1), np.uint8(1)]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.uint64(1), -1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([np.uint64(1), np.int64(1)]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2 ** 63, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2 ** 63, -1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2 ** 63]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array(1).shape)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1]).shape)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([[1]]).ndim)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], dtype='foo'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], dtype=np.float32))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], dtype=float))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.7, 2], dtype=int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 0], dtype=bool))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], '<f8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1], '=i4'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1], '|u1'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1 + 2j, 3], dtype=float))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1 + 2j], dtype=int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5, 2.5]).astype(int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-1.5, 2.5]).astype('uint8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([300, -1]).astype('uint8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1e+20]).astype(int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([float('nan')]).astype(int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1 + 2j]).astype(float))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([0, 2, 0.1]).astype(bool))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]).astype('float64', casting='safe'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]).astype(int, casting='safe'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]).astype(int, casting='same_kind'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]).astype('float32', casting='same_kind'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]).astype('float32', casting='equiv'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]).astype('float64', casting='no'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]).astype('complex64'))
except Exception as e:
    print(type(e).__name__)
