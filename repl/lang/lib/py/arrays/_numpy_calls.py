"""Host numpy: functions of single elements as functions of arrays, arrays out of iterators and bytes, and what is said of
errors of floating point."""
import struct as _struct
import numpy as _np
from _numpy_walks import common_shape as _common_shape, not_here as _not_here


# ---- a function of elements as one of arrays ----

class _no_value:
    """What stands where no function was given."""


class vectorize:
    """A function of single elements that takes arrays: it is called once for each element of what the arguments broadcast
    to, and one more time, first, where the types of the results have to be found out."""
    __module__ = "numpy"

    def __init__(self, pyfunc=_no_value, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if pyfunc is not _no_value and not callable(pyfunc):
            raise TypeError("When used as a decorator, only accepts keyword arguments.")
        if signature is not None:
            _not_here("the argument 'signature' of numpy.vectorize", "write the loop over the rows, or use jax.vmap")
        self.pyfunc, self.cache, self.signature = pyfunc, cache, None
        self._given_doc = doc
        self.excluded = set() if excluded is None else set(excluded)
        self.otypes = _types_given(otypes)
        if pyfunc is not _no_value:
            self._take(pyfunc)

    def _take(self, pyfunc):
        self.pyfunc = pyfunc
        self.__name__ = getattr(pyfunc, "__name__", type(pyfunc).__name__)
        self.__doc__ = getattr(pyfunc, "__doc__", None) if self._given_doc is None else self._given_doc

    def __call__(self, *args, **kwargs):
        if self.pyfunc is _no_value:
            if len(args) != 1 or kwargs or not callable(args[0]):
                raise TypeError("When used as a decorator, only accepts keyword arguments.")
            self._take(args[0])
            return self
        if not self.excluded and not kwargs:
            return self._over(self.pyfunc, args)
        names = [k for k in kwargs if k not in self.excluded]
        places = [i for i in range(len(args)) if i not in self.excluded]

        def f(*values):
            all_args, by_name = list(args), dict(kwargs)
            for i, v in zip(places, values):
                all_args[i] = v
            by_name.update(zip(names, values[len(places):]))
            return self.pyfunc(*all_args, **by_name)
        return self._over(f, [args[i] for i in places] + [kwargs[k] for k in names])

    def _over(self, f, args):
        if not args:
            return f()
        arrays = [_np.asarray(a) for a in args]
        first = None
        if self.otypes is None:
            if any(a.size == 0 for a in arrays):
                raise ValueError("cannot call `vectorize` on size 0 inputs unless `otypes` is set")
            first = f(*[a.ravel()[0] for a in arrays])
            types = [_np.asarray(r).dtype for r in (first if isinstance(first, tuple) else (first,))]
        else:
            types = self.otypes
        many = isinstance(first, tuple) if self.otypes is None else len(types) > 1
        shape = _common_shape(arrays)
        rows = list(zip(*[_np.broadcast_to(a, shape).ravel().tolist() for a in arrays]))
        results = [first] if self.cache and first is not None else []
        results += [f(*row) for row in rows[len(results):]]
        if not many:
            return _filled(results, types[0], shape)
        return tuple([_filled([r[k] for r in results], t, shape) for k, t in enumerate(types)])


def _types_given(otypes):
    if otypes is None:
        return None
    if isinstance(otypes, str):
        try:
            return [_np.dtype(c) for c in otypes]
        except TypeError:
            raise ValueError(f"Invalid otype specified: {otypes}") from None
    if not isinstance(otypes, (list, tuple)):
        raise ValueError("Invalid otype specification")
    return [_np.dtype(t) for t in otypes]


def _filled(values, t, shape):
    if any(_np.ndim(v) for v in values):
        raise ValueError("setting an array element with a sequence.")
    return _np.array(values, dtype=t).reshape(shape)


# ---- arrays out of other things ----

def fromiter(iter, dtype, count=-1, *, like=None):
    items, t = [], _np.dtype(dtype)
    for x in iter:
        if len(items) == count:
            break
        if _np.ndim(x):
            raise ValueError("setting an array element with a sequence.")
        items.append(x)
    if len(items) < count:
        raise ValueError(f"iterator too short: Expected {count} but iterator had only {len(items)} items.")
    return _np.array(items, dtype=t)


_LETTERS = {"bool": "?", "int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I", "int64": "q",
            "uint64": "Q", "float16": "e", "float32": "f", "float64": "d", "complex64": "f", "complex128": "d"}


def frombuffer(buffer, dtype=float, count=-1, offset=0, *, like=None):
    """The numbers that bytes are; as bytes do not change, they cannot be written to."""
    if isinstance(buffer, (bytearray, memoryview, _np.ndarray)):
        _not_here(f"numpy.frombuffer of a {type(buffer).__name__}, whose memory it would share",
                  "x.copy() copies an array" if isinstance(buffer, _np.ndarray) else "give bytes(buffer)")
    if not isinstance(buffer, bytes):
        raise TypeError(f"a bytes-like object is required, not '{type(buffer).__name__}'")
    t = _np.dtype(dtype)
    if not 0 <= offset <= len(buffer):
        raise ValueError(f"offset must be non-negative and no greater than buffer length ({len(buffer)})")
    have = len(buffer) - offset
    if count < 0:
        if have % t.itemsize:
            raise ValueError("buffer size must be a multiple of element size")
        count = have // t.itemsize
    if count * t.itemsize > have:
        raise ValueError("buffer is smaller than requested size")
    parts = 2 if t.kind == "c" else 1
    x = _struct.unpack_from(f"={parts * count}{_LETTERS[t.name]}", buffer, offset)
    if parts == 2:
        x = [complex(x[2 * i], x[2 * i + 1]) for i in range(count)]
    r = _np.array(x, dtype=t)
    return _np.broadcast_to(r, r.shape)


# ---- errors of floating point ----

_errors = {"divide": "warn", "over": "warn", "under": "ignore", "invalid": "warn"}
_WORDS = ("ignore", "warn", "raise", "call", "print", "log")


def geterr():
    return dict(_errors)


def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    """NaN and infinities come without a word here, whether they are to be ignored or warned of."""
    given = {"divide": divide or all, "over": over or all, "under": under or all, "invalid": invalid or all}
    for kind, word in given.items():
        if word is not None and word not in _WORDS:
            raise KeyError(word)
        if word not in (None, "ignore", "warn"):
            _not_here(f"{kind}={word!r} of numpy.seterr and numpy.errstate",
                      "ask numpy.isfinite of the result, and raise what there is to raise")
    before = dict(_errors)
    _errors.update({kind: word for kind, word in given.items() if word is not None})
    return before


class errstate:
    """seterr for the statements of a `with`, or for the calls of a function that it decorates."""
    __module__ = "numpy"

    def __init__(self, *, call=None, **kwargs):
        if call is not None:
            _not_here("the argument 'call' of numpy.errstate", "ask numpy.isfinite of the result")
        self.kwargs, self._before = kwargs, []

    def __enter__(self):
        self._before.append(seterr(**self.kwargs))

    def __exit__(self, *error):
        _errors.update(self._before.pop())

    def __call__(self, f):
        def inner(*args, **kwargs):
            with self:
                return f(*args, **kwargs)
        inner.__name__ = inner.__qualname__ = getattr(f, "__name__", "inner")
        inner.__doc__ = getattr(f, "__doc__", None)
        return inner
