"""Texts, types, iteration and containment of numpy arrays."""
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
    show(str(np.float64(0.1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float64(0.1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float32(0.1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(str(np.float32(1 / 3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float16(0.1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.int8(5)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.bool_(True)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.complex64(1 + 2j)))
except Exception as e:
    print(type(e).__name__)
try:
    show(str(np.complex128(0.1j)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float64(1e+16)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float64(1e-05)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float32(1e+16)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float32(16777216)))
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(np.float64(-0.0)))
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.float64(1.5):.3f}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.int64(5):04d}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.float32(0.1):.10f}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.array([1.5, 2])}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.array(1.5)}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.array(1.5):.2f}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.bool_(True)}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.float32(0.1)}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.float64(2):g}')
except Exception as e:
    print(type(e).__name__)
try:
    show('%d' % np.int64(3))
except Exception as e:
    print(type(e).__name__)
try:
    show('%.2f' % np.float32(0.1))
except Exception as e:
    print(type(e).__name__)
try:
    show('%s' % np.array([1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.complex128(1 + 2j):.1f}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.int8(5):x}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.array([1.5, 2]):.2f}')
except Exception as e:
    print(type(e).__name__)
try:
    show(f'{np.bool_(True):d}')
except Exception as e:
    print(type(e).__name__)
try:
    show('%d' % np.array([3]))
except Exception as e:
    print(type(e).__name__)
try:
    show('%d' % np.array(3))
except Exception as e:
    print(type(e).__name__)
try:
    show('%s %s' % (np.float64(1), np.int8(2)))
except Exception as e:
    print(type(e).__name__)
try:
    show('x' * np.int64(3))
except Exception as e:
    print(type(e).__name__)
try:
    show([0] * np.int64(2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) * [0])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) * 'x')
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) * (1, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show((1, 2) * np.int64(2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) * [3, 4])
except Exception as e:
    print(type(e).__name__)
try:
    show([3, 4] * np.array([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show([1] + np.array([2]))
except Exception as e:
    print(type(e).__name__)
try:
    show((1,) + np.array([2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1]) + (2,))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(2) * [1, 2])
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2] * np.float64(2))
except Exception as e:
    print(type(e).__name__)
try:
    print([np.float64(1), np.int8(2)])
except Exception as e:
    print(type(e).__name__)
try:
    print((np.float32(0.1),))
except Exception as e:
    print(type(e).__name__)
try:
    print({'a': np.int64(1)})
except Exception as e:
    print(type(e).__name__)
try:
    print([np.array([1, 2])])
except Exception as e:
    print(type(e).__name__)
try:
    print([np.array([[1, 2], [3, 4]])])
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(4).reshape(2, 2)
except Exception as e:
    print(type(e).__name__)
try:
    print(a, a[0], a[0, 0])
except Exception as e:
    print(type(e).__name__)
try:
    print(a.tolist(), a.shape, a.dtype, a.T)
except Exception as e:
    print(type(e).__name__)
try:
    show(repr(a.dtype))
except Exception as e:
    print(type(e).__name__)
try:
    show(str(a.dtype))
except Exception as e:
    print(type(e).__name__)
try:
    print(a.dtype.name)
except Exception as e:
    print(type(e).__name__)
try:
    show(a.dtype == int)
except Exception as e:
    print(type(e).__name__)
try:
    show(a.dtype == 'int64')
except Exception as e:
    print(type(e).__name__)
try:
    show(a.dtype is np.dtype('int64'))
except Exception as e:
    print(type(e).__name__)
try:
    show(a.dtype == np.int64)
except Exception as e:
    print(type(e).__name__)
try:
    show(a.dtype != float)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dtype(np.float32).name)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dtype('f4').itemsize)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dtype('int64').kind)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dtype('float32') == np.float32)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float32 == np.dtype('float32'))
except Exception as e:
    print(type(e).__name__)
try:
    show(hash(np.dtype('int8')) == hash(np.dtype('int8')))
except Exception as e:
    print(type(e).__name__)
try:
    show(str(np.dtype('bool')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float32)
except Exception as e:
    print(type(e).__name__)
try:
    show(str(np.int64))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float32.__name__)
except Exception as e:
    print(type(e).__name__)
try:
    show(isinstance(np.float64(1), float))
except Exception as e:
    print(type(e).__name__)
try:
    show(isinstance(np.int64(1), int))
except Exception as e:
    print(type(e).__name__)
try:
    show(isinstance(np.bool_(1), bool))
except Exception as e:
    print(type(e).__name__)
try:
    show(issubclass(np.float32, np.floating))
except Exception as e:
    print(type(e).__name__)
try:
    show(isinstance(np.int8(1), np.integer))
except Exception as e:
    print(type(e).__name__)
try:
    show(isinstance(np.float32(1), np.number))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.issubdtype(np.int8, np.integer))
except Exception as e:
    print(type(e).__name__)
try:
    show(issubclass(np.float64, float))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.issubdtype('float32', np.inexact))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.array([1])[0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.array([1.5])[0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.array([1])))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.sum([1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.float32(1) + 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.float32(1) + 1.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.float32(1) + np.float64(1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.int8(1) + 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.int64(1) + 1.0))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(1 + np.float64(1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.float64(1) < 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.int64(3) // 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(np.int64(3) / 2))
except Exception as e:
    print(type(e).__name__)
try:
    for x in np.arange(3):
        print(x, type(x).__name__)
except Exception as e:
    print(type(e).__name__)
try:
    for r in np.arange(4).reshape(2, 2):
        r += 10
        print(r)
except Exception as e:
    print(type(e).__name__)
try:
    for i, x in enumerate(np.array([1.5, 2])):
        print(i, x)
except Exception as e:
    print(type(e).__name__)
try:
    for x, y in zip(np.arange(3), [4, 5, 6]):
        print(x + y)
except Exception as e:
    print(type(e).__name__)
try:
    for x in np.array(5):
        print(x)
except Exception as e:
    print(type(e).__name__)
try:
    a, b = np.array([1, 2])
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(b)
except Exception as e:
    print(type(e).__name__)
try:
    x, *y = np.arange(4)
except Exception as e:
    print(type(e).__name__)
try:
    show(y)
except Exception as e:
    print(type(e).__name__)
try:
    (p, q), r = np.array([[1, 2], [3, 4]])
except Exception as e:
    print(type(e).__name__)
try:
    show(p)
except Exception as e:
    print(type(e).__name__)
try:
    show(q)
except Exception as e:
    print(type(e).__name__)
try:
    show(r)
except Exception as e:
    print(type(e).__name__)
try:
    a, b = np.arange(3)
except Exception as e:
    print(type(e).__name__)
try:
    show([x * 2 for x in np.array([1, 2])])
except Exception as e:
    print(type(e).__name__)
try:
    show({int(x): 1 for x in np.array([1, 2])})
except Exception as e:
    print(type(e).__name__)
try:
    show(sum(np.array([1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(sum([np.array([1, 2]), np.array([3, 4])]))
except Exception as e:
    print(type(e).__name__)
try:
    show(max(np.array([1, 3, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(min(np.array([[1, 2], [3, 4]])))
except Exception as e:
    print(type(e).__name__)
try:
    show(sorted(np.array([3, 1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(list(reversed(np.array([1, 2]))))
except Exception as e:
    print(type(e).__name__)
try:
    show(list(map(float, np.array([1, 2]))))
except Exception as e:
    print(type(e).__name__)
try:
    show(any(np.array([0, 1])))
except Exception as e:
    print(type(e).__name__)
try:
    show(all(np.array([[1, 2], [3, 4]])))
except Exception as e:
    print(type(e).__name__)
try:
    show(len(np.zeros((3, 2))))
except Exception as e:
    print(type(e).__name__)
try:
    show(len(np.array(5)))
except Exception as e:
    print(type(e).__name__)
try:
    show(tuple(np.array([1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(set(np.array([1, 1, 2])) == {1, 2})
except Exception as e:
    print(type(e).__name__)
try:
    show(dict(zip(np.array([1, 2]), 'ab')))
except Exception as e:
    print(type(e).__name__)
try:
    show(hash(np.int64(5)) == hash(5))
except Exception as e:
    print(type(e).__name__)
try:
    show(hash(np.float64(0.5)) == hash(0.5))
except Exception as e:
    print(type(e).__name__)
try:
    show({np.int64(5): 'x'}[5])
except Exception as e:
    print(type(e).__name__)
try:
    show(hash(np.array([1])))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(1) == 1)
except Exception as e:
    print(type(e).__name__)
try:
    show(1 == np.float64(1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(5) in {5})
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2, 3].index(np.int64(2)))
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2, 3][np.int64(1)])
except Exception as e:
    print(type(e).__name__)
try:
    show('abc'[np.int8(1)])
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2, 3][np.array(1)])
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2, 3][np.array([1])])
except Exception as e:
    print(type(e).__name__)
try:
    show(range(np.int64(3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(list(range(np.int64(2))))
except Exception as e:
    print(type(e).__name__)
try:
    show(int('5') + np.int64(1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2.7))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(-2.7))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64([1.5, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float32())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(float('nan')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(float('inf')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(1e+30))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(128.0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(-1.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(np.float64(200)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(np.array(200)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(np.array([200])))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(np.int64(300)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float32(1e+300))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float16(70000))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float32(1j))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.zeros(3).sum() == 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3).sum())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(3).mean())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(2.5).astype(int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(3).item())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3).shape)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3).ndim)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3).T)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3)[()])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3)[...])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(3)[0])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(5).bit_length() if hasattr(np.int64, 'bit_length') else 'no')
except Exception as e:
    print(type(e).__name__)
