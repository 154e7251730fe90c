"""Functions of numpy: joining, repeating, sorting, reducing, with their options."""
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
    show(np.add([1, 2], [3, 4], out=np.zeros(2)))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(2, int)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.add(1, 2, out=a))
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.add([1.5], 2, a))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(2, int)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.add(a, 1, out=a, where=[True, False, True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sqrt([4, -1, 9], where=[True, False, True], out=np.zeros(3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.multiply(a, 2, out=a[::-1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6.0).reshape(2, 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.add(a[:, :2], a[:, 1:], out=a[:, :2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.add(a, a.sum(0), a))
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.add(a, [[1], [2]], out=a))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(3)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6).reshape(2, 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, axis=(0, 1), keepdims=True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, axis=-1, keepdims=True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, 2))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6).reshape(2, 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, axis=(0, 0)))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6).reshape(2, 3)
except Exception as e:
    print(type(e).__name__)
try:
    o = np.zeros(3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, axis=0, out=o))
except Exception as e:
    print(type(e).__name__)
try:
    show(o)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, 1, out=o))
except Exception as e:
    print(type(e).__name__)
try:
    show(a.sum(0, out=o) is o)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean(a, 0, out=o))
except Exception as e:
    print(type(e).__name__)
try:
    show(o)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum(a, 0, out=a))
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6).reshape(2, 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum(a, initial=10))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.prod(a, 0, initial=2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.max(a, initial=100))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.min(a, axis=1, initial=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum([], initial=3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.max([], initial=3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.max([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sum([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.prod([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.all([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.any([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.min([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.std([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.median([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([1, 3, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmin([1, 1, 0, 0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([float('nan'), 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([1, float('nan'), 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.max([1, float('nan')]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.fmax(1, float('nan')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([[1, 5], [7, 2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([[1, 5], [7, 2]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([True, False, True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax(5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argmax([1j, 2, 0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([3, 1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([[3, 1], [0, 2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([[3, 1], [0, 2]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([[3, 1], [0, 2]], axis=None))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([3, 1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([[3, 1], [0, 2]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([1, 1, 0, 0], kind='stable'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([1, float('nan'), 0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([1, float('nan'), 0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([True, False]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([2, 1], axis=None))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([1, 0, 1, 0, 1, 0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort([[1, 1], [0, 0]], kind='mergesort'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.argsort(np.zeros(20)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort([3, 1, 2], kind='heapsort'))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.array([3, 1, 2])
except Exception as e:
    print(type(e).__name__)
try:
    show(a.sort())
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(a[::-1].sort())
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    b = np.array([[3, 1], [0, 2]])
except Exception as e:
    print(type(e).__name__)
try:
    show(b.sort(axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(b)
except Exception as e:
    print(type(e).__name__)
try:
    show(b.T.sort())
except Exception as e:
    print(type(e).__name__)
try:
    show(b)
except Exception as e:
    print(type(e).__name__)
try:
    show(b.sort(axis=5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where([True, False], 1, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where([True, False], [1, 2], 3.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where(np.array([0, 1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where([[0, 1], [1, 0]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where(1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where(0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where([1, 0], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where([True, False], np.int8(1), 300))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.where(True, np.array([1], 'int8'), 300))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.nonzero([0, 1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.nonzero(np.array([[1, 0], [0, 2]])))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.nonzero(5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.nonzero(0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 0, 3]).nonzero()[0])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array(3).nonzero())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1, 2], [3.5]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1, 2], [[3]]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[[1, 2]], [[3, 4]]], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[[1, 2]], [[3, 4]]], axis=None))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate(([1], [2], []), 0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1], [2]], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([np.array([1], 'int8'), np.array([2], 'uint8')]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([np.array([1], 'int8'), [2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[True], [1]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1], [2]], dtype=float))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1.5], [2]], dtype=int))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1.5], [2]], dtype=int, casting='unsafe'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate(np.arange(6).reshape(2, 3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate(np.arange(3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[1, 2], [3]], out=np.zeros(3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.concatenate([[[1], [2]], [[3], [4], [5]]], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.stack([[1, 2], [3, 4]], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.stack([[1, 2], [3, 4]], axis=-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.stack([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.stack([[1], [1, 2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.stack([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.stack([[1, 2]], axis=2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.vstack([[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.vstack([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.hstack([1, [2, 3]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.hstack([[[1], [2]], [[3], [4]]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.vstack([[1, 2], [3]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dstack([[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dstack([[[1, 2]], [[3, 4]]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.column_stack([[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.column_stack([[[1], [2]], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.column_stack([[1, 2], [[1, 2, 3], [4, 5, 6]]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append([1, 2], 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append([1, 2], [[3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append([[1, 2]], [[3, 4]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append([[1, 2]], [3, 4], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append([1], 2.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append(np.array([1], 'int8'), 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append([], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.append(1, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6), 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6), 4))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6), [2, 4]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6), [8]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6), [3, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_split(np.arange(7), 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_split(np.arange(2), 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6).reshape(2, 3), 3, axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.split(np.arange(6), 0))
except Exception as e:
    print(type(e).__name__)
try:
    a = np.arange(6)
except Exception as e:
    print(type(e).__name__)
try:
    p = np.split(a, 2)
except Exception as e:
    print(type(e).__name__)
try:
    p[0][0] = 99
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_split(a, 4)[1].base is a)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([1, 2], 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([1, 2], [1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([[1, 2], [3, 4]], 2, axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([[1, 2], [3, 4]], [1, 2], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([1, 2], -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([1, 2], [1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat(5, 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([1, 2], 2.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.repeat([1, 2], [1.0, 2.0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([1, 2], 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([1, 2], (2, 2)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([[1], [2]], (1, 2)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile(1, 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([1, 2], 0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([1, 2], ()))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([1, 2], (0, 2)).shape)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([], 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tile([1, 2], -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([1, 2, 3], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([1, 2, 3], -4))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([[1, 2], [3, 4]], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([[1, 2], [3, 4]], 1, axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([[1, 2], [3, 4]], (1, 1), axis=(0, 1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([[1, 2], [3, 4]], 1, axis=(0, 1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([1, 2, 3], (1, 1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.roll([1, 2], 1.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.flip([1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.flip([[1, 2], [3, 4]], (0, 1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.flip([[1, 2], [3, 4]], 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1, 4, 9]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1, 4, 9], n=2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([[1, 2], [4, 8]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([True, False, True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff(np.array([1, 0], 'uint8')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1, 2], n=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1, 2], n=-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1, 4], prepend=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([1, 4], append=[7, 8]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff([[1, 2]], prepend=0, axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.diff(5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([10, 20, 30], [0, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([10, 20, 30], -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([10, 20], 5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([10, 20, 30], [0, 5], mode='wrap'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([10, 20, 30], [-1, 5], mode='clip'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([[1, 2], [3, 4]], [1], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([[1, 2], [3, 4]], [[0, 3]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([1, 2], 1.0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.take([1, 2], [True, False]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad([1, 2], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad([[1, 2]], ((1, 0), (0, 1)), constant_values=9))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad([1, 2], -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad([1, 2], (1, 2, 3)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad([], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad(5, 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad(np.array([1, 2], 'int8'), 1, constant_values=300))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.pad([1, 2], 1, constant_values=2.7))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1, 5, 9], 2, 6))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1, 5, 9], None, 6))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1, 5], 6, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip(5, 1, 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1, 5], [2, 3], 4))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1.0, float('nan')], 0, 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip(np.array([1, 200], 'uint8'), -1, 300))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip(np.array([1, 100], 'int8'), 0, 1000))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1, 2], 0.5, 1.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.clip([1, 2], None, None))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(2.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(3.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(-2.5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round([1.25, 1.35], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(12345, -2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(12350, -2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(15, -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(25, -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(1.5 + 2.5j))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.float64(2.5)))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.float64(2.567), 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.int64(25), -1))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.float32(2.567), 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.array([1.567]), 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.array([1.5])))
except Exception as e:
    print(type(e).__name__)
try:
    show(round(np.float64(2.5)) is None)
except Exception as e:
    print(type(e).__name__)
try:
    show(type(round(np.float64(2.5))))
except Exception as e:
    print(type(e).__name__)
try:
    show(type(round(np.int64(2))))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(2.5).__round__())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.rint([0.5, 1.5]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.around([0.5, 1.5]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(1e+300, 10))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(1.005, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(2.675, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(-0.4))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round([1e+16, 0.1], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(0.1, 400))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.round(1234.5678, -400))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.allclose([1, 2], [1, 2.00001]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.allclose([1], [1, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.allclose([float('nan')], [float('nan')]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.allclose([float('nan')], [float('nan')], equal_nan=True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.isclose([1, 2], [1, 2.1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.isclose(1, 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.isclose(float('inf'), float('inf')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.allclose([1, 2], [1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_equal([1, 2], [1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_equal([1, 2], [1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_equal([1], [1.0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_equal([], []))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array_equal(1, [1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dot([1, 2], [3, 4]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dot(2, [1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dot([[1, 2], [3, 4]], [1, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.dot([1, 2], [1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.matmul([1, 2], 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.matmul([[1, 2]], [[1], [2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) @ 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) @ [3, 4])
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2] @ np.array([3, 4]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.arange(8).reshape(2, 2, 2) @ [1, 2])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.arange(4).reshape(2, 2) @ np.arange(8).reshape(2, 2, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True, False]) @ np.array([True, True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([100, 100], 'int8') @ np.array([100, 100], 'int8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.inner([[1, 2], [3, 4]], [1, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.outer([1, 2], [3, 4]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.outer([[1, 2]], 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.vdot([1j, 2], [1j, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.vdot([[1, 2]], [1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.tensordot([[1, 2]], [[1], [2]], 1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('ij,jk->ik', [[1, 2]], [[1], [2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('ii', [[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('ij->j', [[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('i,j', [1, 2], [3, 4]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('ij,ij', [[1, 2]], [[1, 2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('...i->...', [[1, 2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.einsum('i->', [1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.average([1, 2, 3], weights=[3, 2, 1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.average([[1, 2], [3, 4]], axis=0, weights=[1, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.average([1, 2], returned=True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.average([1, 2], weights=[0, 0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.average([1, 2], weights=[1, -1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.average([1, 2, 3], weights=[1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.median([1, 2, 3, 4]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.median([[1, 2], [3, 4]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.median([1, float('nan')]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.var([1, 2, 3], ddof=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.std([1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.var([1], ddof=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.std([1j, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean([1j, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean([True, False]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean(np.array([1, 2], 'float16')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean(np.array([1, 2], 'int8')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.mean(np.array([1, 2], 'float32')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.ptp([1, 5, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.ptp([[1, 5], [2, 9]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.ptp([True, False]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.ptp(np.array([-100, 100], 'int8')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.count_nonzero([0, 1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.count_nonzero([[0, 1], [2, 3]], axis=0))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum([1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum([[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum([[1, 2], [3, 4]], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumprod([1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum([True, True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum(np.array([100, 100], 'int8')))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum(np.array([100, 100], 'int8'), dtype='int8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum([0.1] * 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.cumsum(5))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.any([0, 0.0]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.all([1, float('nan')]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.any([[0, 1], [0, 0]], axis=1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.all([[0, 1], [1, 1]], axis=(0, 1)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.all([1, 2], keepdims=True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.any([]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]).all())
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([0]).any())
except Exception as e:
    print(type(e).__name__)
