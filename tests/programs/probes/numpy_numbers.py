"""Numbers of numpy: promotion, overflow, division by zero, casts."""
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
    a = np.zeros(3, int)
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = float('nan')
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = [1, float('nan'), 2]
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3, 'int8')
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = 300
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = -129
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = 1000
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[1] = 2 ** 40
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a = np.zeros(3, 'uint8')
except Exception as e:
    print(type(e).__name__)
try:
    a[0] = -1
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = 256
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    a[:] = [1, 2, 300]
except Exception as e:
    print(type(e).__name__)
try:
    show(a)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2, 300], 'uint8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-1], 'uint8'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array(-1, 'uint16'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2 ** 63], 'int64'))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(300))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(200))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int16(70000))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int32(2 ** 31))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint64(-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2 ** 63))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2 ** 64))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], 'int8') + 200)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], 'int8') + 127)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], 'uint8') - 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2], 'uint8') + -1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(1) + 200)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(100) + 100)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int8(1) + np.int8(127))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(1) - 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(200) + np.uint8(100))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(1) - np.uint8(2))
except Exception as e:
    print(type(e).__name__)
try:
    show(-np.uint8(1))
except Exception as e:
    print(type(e).__name__)
try:
    show(~np.uint8(1))
except Exception as e:
    print(type(e).__name__)
try:
    show(-np.int8(-128))
except Exception as e:
    print(type(e).__name__)
try:
    show(abs(np.int8(-128)))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1]) / 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([0]) / 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-1]) / 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1]) // 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1]) % 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.0]) // 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.0]) % 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-1.0]) // 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(1) // 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(1) % 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(1) / 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(1) / 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(0) // 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(-5) // 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(-5) % 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(5) % -3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(-5.5) // 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(-5.5) % 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(5.5) % -2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(5) % np.inf)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(-5) % np.inf)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(5) // np.inf)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(-5) // np.inf)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-7, 7]) // np.array([2, -2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-7, 7]) % np.array([2, -2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.fmod([-7, 7], [2, -2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-128], 'int8') // -1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-128], 'int8') // np.int8(-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-2 ** 63]) // -1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-2 ** 63]) % -1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(-2 ** 63) // np.int64(-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(1 // np.int64(0))
except Exception as e:
    print(type(e).__name__)
try:
    show(5 % np.int64(0))
except Exception as e:
    print(type(e).__name__)
try:
    show(divmod(7, np.int64(0)))
except Exception as e:
    print(type(e).__name__)
try:
    show(divmod(np.int64(7), -2))
except Exception as e:
    print(type(e).__name__)
try:
    show(divmod(np.array([7, -7]), 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(divmod(7.5, np.array([2, -2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(2 ** np.array([1, 2, 3]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2, 3]) ** (-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2]) ** np.array([-1]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) ** (-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) ** np.int64(-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2.0]) ** (-1))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2, 3]) ** 0.5)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([4, 9]) ** np.array([0.5]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-8.0]) ** (1 / 3))
except Exception as e:
    print(type(e).__name__)
try:
    show((-8) ** np.float64(1 / 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.float64(-8) ** (1 / 3))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.uint8(2) ** 8)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([2], 'uint8') ** 8)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int32(2) ** 31)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) ** 63)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(2) ** 64)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(0) ** 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([0.0]) ** 0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(True) + np.bool_(True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(True) - np.bool_(True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) - np.array([True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(-np.array([True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(~np.array([True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) * 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) + True)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) / 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) // True)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) % True)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) ** 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) << 1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True, False]) & 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([True]) ** np.array([True]))
except Exception as e:
    print(type(e).__name__)
try:
    show(True - np.bool_(True))
except Exception as e:
    print(type(e).__name__)
try:
    show(True + np.bool_(True))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(1) * 3)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(1) < 2)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(1) & 1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.bool_(1) | 2.5)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) & 1.0)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1.5]) << 1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) << 70)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) >> 70)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([-1]) >> 70)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1]) << -1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(1) << 63)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.int64(1) << 64)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1], 'int8') << 7)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1], 'int8') << 8)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) == [1, 3])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) == (1, 2))
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2] == np.array([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) < [2, 2])
except Exception as e:
    print(type(e).__name__)
try:
    show((1, 2) < np.array([2, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) != 'a')
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) == None)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) == [1, 2, 3])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) != [1, 2, 3])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) < [1, 2, 3])
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) < None)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1j]) < 1)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1j]) < 2j)
except Exception as e:
    print(type(e).__name__)
try:
    show(np.sort(np.array([2j, 1, 1j])))
except Exception as e:
    print(type(e).__name__)
try:
    show(max(np.array([3, 1])))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([1, 2]) == np.array([[1], [2]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(np.array([]) == 1)
except Exception as e:
    print(type(e).__name__)
try:
    show(bool(np.array([])))
except Exception as e:
    print(type(e).__name__)
try:
    show(bool(np.array([1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    show(bool(np.array([[1]])))
except Exception as e:
    print(type(e).__name__)
try:
    show(bool(np.array([0])))
except Exception as e:
    print(type(e).__name__)
try:
    show(int(np.array([3])))
except Exception as e:
    print(type(e).__name__)
try:
    show(float(np.array([[2]])))
except Exception as e:
    print(type(e).__name__)
try:
    show(int(np.array([1, 2])))
except Exception as e:
    print(type(e).__name__)
try:
    if np.array([1, 2]).any():
        print('yes')
except Exception as e:
    print(type(e).__name__)
try:
    show(1 in np.array([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show(3 in np.array([1, 2]))
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 2] in np.array([[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show([1, 3] in np.array([[1, 2], [3, 4]]))
except Exception as e:
    print(type(e).__name__)
try:
    show(None in np.array([1]))
except Exception as e:
    print(type(e).__name__)
try:
    show('a' in np.array([1]))
except Exception as e:
    print(type(e).__name__)
