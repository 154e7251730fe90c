"""Host numpy: walks over the elements and the axes of arrays."""
import numpy as _np


def not_here(what, instead):
    raise NotImplementedError(f"{what} is not offered here; {instead}")


def common_shape(arrays):
    if len(arrays) == 1:
        return arrays[0].shape
    try:
        return _np.broadcast_shapes(*[a.shape for a in arrays])
    except ValueError:
        shapes = "".join([str(a.shape).replace(", ", ",") + " " for a in arrays])
        raise ValueError(f"operands could not be broadcast together with shapes {shapes}") from None


class ndindex:
    """The indices of an array of this shape, the last axis first."""
    __module__ = "numpy"

    def __init__(self, *shape):
        if len(shape) == 1 and isinstance(shape[0], (tuple, list)):
            shape = shape[0]
        self._shape = tuple([n.__index__() for n in shape])
        if any(n < 0 for n in self._shape):
            raise ValueError("negative dimensions are not allowed")
        self._at = None if 0 in self._shape else (0,) * len(self._shape)

    def __iter__(self):
        return self

    def __next__(self):
        r = self._at
        if r is None:
            raise StopIteration
        at = list(r)
        for k in range(len(at) - 1, -1, -1):
            at[k] += 1
            if at[k] < self._shape[k]:
                self._at = tuple(at)
                return r
            at[k] = 0
        self._at = None
        return r


class ndenumerate:
    """The elements of an array with their indices."""
    __module__ = "numpy"

    def __init__(self, arr):
        self._array = _np.asarray(arr)
        self._places = ndindex(*self._array.shape)

    def __iter__(self):
        return self

    def __next__(self):
        i = next(self._places)
        return i, self._array[i]


class broadcast:
    """What arrays become beside each other: its shape, and an iterator of tuples of elements."""
    __module__ = "numpy"

    def __init__(self, *args):
        self._arrays = [_np.asarray(a) for a in args]
        self.shape = _np.broadcast_shapes(*[a.shape for a in self._arrays]) if args else ()
        self.nd = self.ndim = len(self.shape)
        self.numiter = len(args)
        self.size = 1
        for n in self.shape:
            self.size *= n
        self.reset()

    def reset(self):
        self.index = 0
        self._flat = [_np.broadcast_to(a, self.shape).ravel() for a in self._arrays]

    def __iter__(self):
        return self

    def __next__(self):
        if self.index >= self.size:
            raise StopIteration
        self.index += 1
        return tuple([x[self.index - 1] for x in self._flat])

    @property
    def iters(self):
        return tuple([iter(x) for x in self._flat])


_READING = ("multi_index", "refs_ok", "zerosize_ok", "common_dtype", "grow_inner", "delay_bufalloc")


class nditer:
    """The elements of arrays that are read one after the other, as they lie in memory, each an array without axes."""
    __module__ = "numpy"

    def __init__(self, op, flags=(), op_flags=None, op_dtypes=None, order="K", casting="safe", op_axes=None, itershape=None,
                 buffersize=0):
        if any(f not in _READING for f in flags):
            not_here("a flag of numpy.nditer other than 'multi_index'", "x.ravel() and numpy.ndindex walk over arrays")
        if op_flags is not None and any(f != "readonly" for of in op_flags for f in ([of] if isinstance(of, str) else of)):
            not_here("numpy.nditer that writes", "use operations on whole arrays, or x[i] = v for i in numpy.ndindex(x.shape)")
        if op_dtypes is not None or op_axes is not None or itershape is not None:
            not_here("numpy.nditer with op_dtypes, op_axes or itershape", "use x.astype and numpy.broadcast_to")
        self.operands = tuple([_np.asarray(a) for a in (op if isinstance(op, (tuple, list)) else [op])])
        self.nop = len(self.operands)
        self.shape = common_shape(self.operands)
        self._wide = [_np.broadcast_to(a, self.shape) for a in self.operands]
        self._axes, self._back = _walk(self._wide, order)
        self.itersize = int(_np.prod(self.shape))
        if not self.itersize and "zerosize_ok" not in flags:
            raise ValueError("Iteration of zero-sized operands is not enabled")
        self.ndim, self.has_multi_index = len(self.shape), "multi_index" in flags
        self.reset()

    def reset(self):
        self.iterindex, self.finished, self._started = 0, not self.itersize, False

    @property
    def multi_index(self):
        if not self.has_multi_index:
            raise ValueError("Iterator is not tracking a multi-index")
        if self.finished:
            raise ValueError("Iterator is past the end")
        return self._index()

    def _index(self):
        at, rest = [0] * self.ndim, self.iterindex
        for axis in reversed(self._axes):
            n = self.shape[axis]
            at[axis] = n - 1 - rest % n if axis in self._back else rest % n
            rest //= n
        return tuple(at)

    @property
    def value(self):
        if self.finished:
            raise ValueError("Iterator is past the end")
        at = self._index()
        r = tuple([_np.broadcast_to(x[at], ()) for x in self._wide])
        return r if self.nop > 1 else r[0]

    def iternext(self):
        self.iterindex += 1
        self.finished = self.iterindex >= self.itersize
        return not self.finished

    def __iter__(self):
        return self

    def __next__(self):
        if self._started and not self.finished:
            self.iternext()
        self._started = True
        if self.finished:
            raise StopIteration
        return self.value

    def __getitem__(self, i):
        return self.value[i] if self.nop > 1 else (self.value,)[i]

    def __len__(self):
        return self.nop

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        pass


def _walk(arrays, order):
    """The axes, the outermost first, and those that are walked backwards."""
    axes = list(range(arrays[0].ndim))
    if order == "F":
        return axes[::-1], ()
    if order == "C" or all(_in_rows(a) for a in arrays):
        return axes, ()
    if len(arrays) > 1:
        not_here("numpy.nditer over several arrays that do not lie in rows", "say order='C'")
    steps = arrays[0].strides
    return sorted(axes, key=lambda i: -abs(steps[i])), tuple([i for i in axes if steps[i] < 0])


def _in_rows(a):
    steps = [s for s, n in zip(a.strides, a.shape) if n > 1 and s]
    return all(s > 0 for s in steps) and steps == sorted(steps, reverse=True)


def apply_over_axes(func, a, axes):
    """func(a, axis) for one axis after the other; an axis that it takes away comes back with length 1."""
    r = _np.asarray(a)
    n = r.ndim
    for axis in _np.asarray(axes).reshape(-1).tolist():
        axis = axis + n if axis < 0 else axis
        x = func(r, axis)
        if x.ndim != r.ndim:
            x = _np.expand_dims(x, axis)
            if x.ndim != r.ndim:
                raise ValueError("function is not returning an array of the correct shape")
        r = x
    return r
