"""What a program means in plain Python: lists of numbers, loops that run, branches that are taken.

Programs are executed by CPython with the names below in place of catalyst and jax.numpy. Nothing is
traced, so a dimension is just a length, and arrays combine iff their lengths are equal.
"""
import itertools
import math
import types

MAX_ELEMENTS, MAX_TRIPS, MAX_VALUE = 400, 1500, 1 << 50


class Undefined(Exception):
    """Nothing can be said about this call (reading an element of an empty array, say)."""


class Unequal(Undefined):
    """Arrays of different lengths were combined."""


class TooLarge(Exception):
    """The call is left out: too many trips or elements, or numbers that would be rounded."""


KINDS = "bif"
DTYPES = {"b": "bool", "i": "int64", "f": "float64"}
_trips = 0


def kind_of(v):
    if isinstance(v, Array):
        return v.kind
    return "b" if isinstance(v, bool) else "i" if isinstance(v, int) else "f"


def _widest(values):
    return max((kind_of(v) for v in values), key=KINDS.index)


def _cast(kind, v):
    if kind == "i":
        if isinstance(v, float) and not math.isfinite(v):
            raise Undefined
        v = int(v)
    else:
        v = bool(v) if kind == "b" else float(v)
    if abs(v) > MAX_VALUE and math.isfinite(v):
        raise TooLarge
    return v


def _join(x, y):
    if len(x) == len(y) == 2 and x[1] == y[0] == 1:  # a column and a row, made by [:, None] and [None, :]
        return (x[0], y[1])
    short, long = sorted((x, y), key=len)
    if long[len(long) - len(short) :] != short:
        raise Unequal(f"{x} and {y}")
    return long


def _spread(v, shape):
    """The elements of v, repeated along leading axes up to shape."""
    if not isinstance(v, Array):
        return [v] * math.prod(shape)
    if v.shape != shape and len(v.shape) == 2 and v.shape == (shape[0], 1):
        return [x for x in v.data for _ in range(shape[1])]
    return v.data * math.prod(shape[: len(shape) - len(v.shape)] if v.shape[0] != 1 or len(v.shape) == 1 else shape[:1])


def _map(f, *args, kind=None):
    kind = kind or _widest(args)
    shape = ()
    for a in args:
        shape = _join(shape, getattr(a, "shape", ()))
    if not any(isinstance(a, Array) for a in args):
        return _cast(kind, f(*args))
    return Array(shape, [f(*t) for t in zip(*(_spread(a, shape) for a in args))], kind)


def _divided(f, by):
    if by == 0:
        raise Undefined
    return f()


class _At:
    def __init__(self, array):
        self.array = array

    def __getitem__(self, i):
        self.index = i
        return self

    def _update(self, f):
        a = self.array
        rows, row = a.shape[0], math.prod(a.shape[1:])
        i = self.index + rows if self.index < 0 else self.index
        data = list(a.data)
        if 0 <= i < rows:  # others are dropped
            data[i * row : (i + 1) * row] = [f(x) for x in data[i * row : (i + 1) * row]]
        return Array(a.shape, data, a.kind)

    def set(self, v):
        return self._update(lambda _: v)

    def add(self, v):
        return self._update(lambda x: x + v)


class Array:
    """Row-major elements of a shape of rank 1 or more; scalars are Python's."""

    def __init__(self, shape, data, kind):
        self.shape, self.kind = tuple(shape), kind
        if any(d < 0 for d in self.shape):
            raise Undefined
        if math.prod(self.shape) > MAX_ELEMENTS or sum(self.shape) > MAX_ELEMENTS:
            raise TooLarge
        self.data = [_cast(kind, v) for v in data]

    def __add__(self, o): return _map(lambda x, y: x + y, self, o)
    def __radd__(self, o): return _map(lambda x, y: y + x, self, o)
    def __sub__(self, o): return _map(lambda x, y: x - y, self, o)
    def __rsub__(self, o): return _map(lambda x, y: y - x, self, o)
    def __mul__(self, o): return _map(lambda x, y: x * y, self, o)
    def __rmul__(self, o): return _map(lambda x, y: y * x, self, o)
    def __floordiv__(self, o): return _map(lambda x, y: _divided(lambda: x // y, y), self, o)
    def __mod__(self, o): return _map(lambda x, y: _divided(lambda: x % y, y), self, o)
    def __truediv__(self, o): return _map(lambda x, y: _divided(lambda: x / y, y), self, o, kind="f")
    def __neg__(self): return _map(lambda x: -x, self)
    def __abs__(self): return _map(abs, self)
    def __lt__(self, o): return _map(lambda x, y: x < y, self, o, kind="b")
    def __gt__(self, o): return _map(lambda x, y: x > y, self, o, kind="b")
    def __eq__(self, o): return _map(lambda x, y: x == y, self, o, kind="b")
    __hash__ = None

    def __matmul__(self, o):
        if self.shape[-1] != o.shape[0]:
            raise Unequal
        left, right = _rows(self), _rows(_transposed(o)) if len(o.shape) == 2 else [o.data]
        data = [sum(x * y for x, y in zip(r, c)) for r in left for c in right]
        kind = _widest((self, o))
        shape = self.shape[:-1] + o.shape[1:]
        return Array(shape, data, kind) if shape else _cast(kind, data[0])

    def __getitem__(self, i):
        if isinstance(i, tuple):
            return self._pair(i)
        if isinstance(i, slice):
            rows = list(itertools.chain(*_rows(self)[i])) if len(self.shape) == 2 else self.data[i]
            return Array((len(range(self.shape[0])[i]), *self.shape[1:]), rows, self.kind)
        if not self.shape[0]:
            raise Undefined
        i = min(max(i + self.shape[0] if i < 0 else i, 0), self.shape[0] - 1)
        if len(self.shape) == 1:
            return self.data[i]
        return Array(self.shape[1:], _rows(self)[i], self.kind)

    def _pair(self, i):
        """a[:, None], a[None, :] and m[:, k]."""
        if len(self.shape) == 1:
            return Array((1, *self.shape) if i[0] is None else (*self.shape, 1), self.data, self.kind)
        if not self.shape[1]:
            raise Undefined
        return self.T[i[1]]

    def reshape(self, _):
        return Array((self.size,), self.data, self.kind)

    @property
    def T(self):
        return _transposed(self)

    @property
    def at(self):
        return _At(self)

    @property
    def size(self):
        return math.prod(self.shape)

    def astype(self, dtype):
        return _map(lambda x: x, self, kind=_letter(dtype))


def _rows(a):
    if len(a.shape) == 1:
        return [a.data]
    n = a.shape[1]
    return [a.data[i * n : (i + 1) * n] for i in range(a.shape[0])]


def _transposed(a):
    if len(a.shape) == 1:
        return a
    n, m = a.shape
    return Array((m, n), [a.data[i * m + j] for j in range(m) for i in range(n)], a.kind)


def _letter(dtype):
    return {int: "i", float: "f", bool: "b"}[dtype]


# ---- jax.numpy ----


def _full(shape, v, dtype=None):
    kind = _letter(dtype) if dtype else kind_of(v)
    if any(d > MAX_ELEMENTS for d in shape):
        raise TooLarge
    return Array(shape, [v] * math.prod(max(d, 0) for d in shape), kind)


def _ones(shape, dtype=float):
    return _full(shape, 1, dtype)


def _zeros(shape, dtype=float):
    return _full(shape, 0, dtype)


def _array(nested):
    shape, flat = [], nested
    while isinstance(flat, list):
        shape.append(len(flat))
        flat = flat[0]
    flat = nested if len(shape) == 1 else list(itertools.chain(*nested))
    return Array(shape, flat, _widest(flat))


def _concatenate(arrays, axis=0):
    if axis:
        return _concatenate([a.T for a in arrays]).T
    if any(a.shape[1:] != arrays[0].shape[1:] for a in arrays):
        raise Unequal
    data = list(itertools.chain(*(a.data for a in arrays)))
    return Array((sum(a.shape[0] for a in arrays), *arrays[0].shape[1:]), data, _widest(arrays))


def _sum(a, axis=None):
    kind = "i" if a.kind == "b" else a.kind
    if axis is None:
        return _cast(kind, sum(a.data))
    if len(a.shape) == 1:
        return _cast(kind, sum(a.data))
    lines = _rows(a if axis else a.T)
    return Array((len(lines),), [sum(x) for x in lines], kind)


def _cumsum(a, axis=0):
    if axis:
        return _cumsum(a.T).T
    lines = _rows(a.T) if len(a.shape) == 2 else [a.data]
    sums = list(itertools.chain(*(itertools.accumulate(x) for x in lines)))
    return Array(a.shape[::-1], sums, a.kind).T


def _same_lengths(arrays):
    if any(a.shape != arrays[0].shape for a in arrays):
        raise Unequal
    return True


def _extreme(f, a, axis, initial):
    if axis is None:
        return f([initial, *a.data])
    lines = _rows(a if axis else a.T) if len(a.shape) == 2 else [a.data]
    return Array((len(lines),), [f([initial, *x]) for x in lines], a.kind)


def _flip(a, axis):
    return _flip(a.T, 0).T if axis else a[::-1]


def _roll(a, k):
    n = a.shape[0]
    return Array(a.shape, [a.data[(i - k) % n] for i in range(n)], a.kind)


def _mean(a):
    if not a.size:
        raise Undefined
    return sum(a.data) / a.size


def _vector(data, kind):
    return Array((len(data),), data, kind)


def _arange(n, dtype):
    if n < 0:
        raise Undefined
    if n > MAX_ELEMENTS:
        raise TooLarge
    return _vector(list(range(n)), _letter(dtype))


def _broadcast_to(a, shape):
    if tuple(shape[len(shape) - len(a.shape) :]) != a.shape:
        raise Unequal
    if any(d > MAX_ELEMENTS for d in shape):
        raise TooLarge
    return Array(shape, _spread(a, tuple(shape)), a.kind)


jnp = types.SimpleNamespace(
    ones=_ones,
    zeros=_zeros,
    full=_full,
    array=_array,
    concatenate=_concatenate,
    sum=_sum,
    cumsum=_cumsum,
    broadcast_to=_broadcast_to,
    dot=lambda a, b: a @ b,
    abs=abs,
    transpose=_transposed,
    any=lambda a: any(a.data),
    all=lambda a: all(a.data),
    where=lambda c, x, y: _map(lambda c, x, y: x if c else y, c, x, y, kind=_widest((x, y))),
    clip=lambda x, lo, hi: _map(lambda x, lo, hi: min(max(x, lo), hi), x, lo, hi),
    maximum=lambda x, y: _map(max, x, y),
    minimum=lambda x, y: _map(min, x, y),
    logical_not=lambda x: _map(lambda x: not x, x, kind="b"),
    square=lambda x: x * x,
    zeros_like=lambda x: _full(x.shape, 0, {"i": int, "f": float}[x.kind]),
    ones_like=lambda x: _full(x.shape, 1, {"i": int, "f": float}[x.kind]),
    flip=_flip,
    roll=_roll,
    sort=lambda x: _vector(sorted(x.data), x.kind),
    stack=lambda xs: _same_lengths(xs) and Array((len(xs), *xs[0].shape), [v for x in xs for v in x.data], _widest(xs)),
    outer=lambda x, y: Array(x.shape + y.shape, [a * b for a in x.data for b in y.data], _widest((x, y))),
    max=lambda a, axis=None, initial=None: _extreme(max, a, axis, initial),
    min=lambda a, axis=None, initial=None: _extreme(min, a, axis, initial),
    mean=_mean,
    count_nonzero=lambda a: sum(x != 0 for x in a.data),
    arange=_arange,
    ravel=lambda a: a.reshape(-1),
    append=lambda a, v: _vector([*a.data, v], a.kind),
    repeat=lambda a, n: _vector([x for x in a.data for _ in range(n)], a.kind),
    tile=lambda a, n: _vector(a.data * n, a.kind),
    pad=lambda a, n: _vector([0] * n + a.data + [0] * n, a.kind),
    sign=lambda x: _map(lambda x: (x > 0) - (x < 0), x, kind=kind_of(x)),
)

# ---- catalyst ----


def _trip():
    global _trips
    _trips += 1
    if _trips > MAX_TRIPS:
        raise TooLarge


def _carried(values):
    for v in values:
        if not isinstance(v, Array):
            _cast(kind_of(v), v)
    return values


def _call(body, args, n):
    _trip()
    r = body(*args)
    return _carried((r,) if n == 1 else tuple(r))


def for_loop(lower, upper, step, allow_array_resizing=False):
    def decorate(body):
        def run(*carry):
            n = len(carry)
            if step == 0:
                raise TooLarge
            for i in range(lower, upper, step):
                carry = _call(body, (i, *carry), n)
            return carry[0] if n == 1 else carry

        return run

    return decorate


def while_loop(test, allow_array_resizing=False):
    def decorate(body):
        def run(*carry):
            n = len(carry)
            while test(*carry):
                carry = _call(body, carry, n)
            return carry[0] if n == 1 else carry

        return run

    return decorate


class cond:
    def __init__(self, predicate):
        self.predicate, self.branches = predicate, []

    def __call__(self, *body):
        if body:  # as a decorator
            self.branches.append((self.predicate, body[0]))
            return self
        return next(f for p, f in self.branches if p)()

    def else_if(self, predicate):
        self.predicate = predicate
        return self

    def otherwise(self, body):
        self.branches.append((True, body))
        return self


def qjit(f=None, abstracted_axes=None):
    return f if f else lambda g: g


jax = types.SimpleNamespace(jit=lambda f: f)


def names():
    return {"qjit": qjit, "for_loop": for_loop, "while_loop": while_loop, "cond": cond, "jnp": jnp, "jax": jax}


def _leaves(v):
    return [x for u in v for x in _leaves(u)] if isinstance(v, (tuple, list)) else [v]


def define(source):
    """The names that a program defines."""
    scope = names()
    exec(compile(source, "program", "exec"), scope)
    return scope


def run(scope, call):
    """The results of one call: a list of (shape, dtype, elements)."""
    global _trips
    _trips = 0
    out = []
    for v in _carried(_leaves(eval(call, scope))):
        data = v.data if isinstance(v, Array) else [v]
        out.append((getattr(v, "shape", ()), DTYPES[kind_of(v)], data))
    return out
