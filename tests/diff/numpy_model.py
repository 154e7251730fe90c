"""The array API in terms of numpy: what jnp, lax and nn return, with jax's own rules.

The classes jnp, lax and nn below are namespaces in which the text of a call is evaluated: a name that
is not defined here is numpy's function of that name, with the result type that jax gives it. The rules
that differ from numpy's: the types of results (a lattice with weak Python scalars), division by
zero, indices clamped or dropped, functions of `lax` that keep their operands' type.
"""
import math
import numpy as np

INEXACT = {'bool': 'float32', 'int8': 'float32', 'int16': 'float32', 'int32': 'float32', 'int64': 'float64',
           'uint8': 'float32', 'uint16': 'float32', 'uint32': 'float32', 'uint64': 'float64'}
REAL = {'complex64': 'float32', 'complex128': 'float64'}

# jax's type lattice: every type and what lies directly above it; `i f c` are Python's numbers.
ABOVE = {
    'bool': ['i'], 'i': ['uint8', 'int8'], 'uint8': ['int16', 'uint16'], 'uint16': ['int32', 'uint32'],
    'uint32': ['int64', 'uint64'], 'uint64': ['f'], 'int8': ['int16'], 'int16': ['int32'], 'int32': ['int64'],
    'int64': ['f'], 'f': ['float16', 'c'], 'float16': ['float32'], 'float32': ['float64', 'complex64'],
    'float64': ['complex128'], 'c': ['complex64'], 'complex64': ['complex128'], 'complex128': []}
DEFAULT = {'i': 'int64', 'f': 'float64', 'c': 'complex128'}


def uppers(t):
    seen, todo = {t}, [t]
    while todo:
        for u in ABOVE[todo.pop()]:
            if u not in seen:
                seen.add(u), todo.append(u)
    return seen


UPPERS = {t: uppers(t) for t in ABOVE}


def join(types):
    common = set.intersection(*(UPPERS[t] for t in types))
    least = [t for t in common if common <= UPPERS[t]]
    return least[0]


def node(x):
    if isinstance(x, bool):
        return 'bool'
    if isinstance(x, (int, float, complex)):
        return {int: 'i', float: 'f', complex: 'c'}[type(x)]
    return np.asarray(x).dtype.name


def result(*xs):
    t = join([node(x) for x in xs])
    return DEFAULT.get(t, t)


def inexact(t):
    t = getattr(t, 'name', t)
    return INEXACT.get(t, t)


def wide(t):
    """The type to compute in: exact enough for a result of type t."""
    return {'c': np.complex128, 'f': np.float64}.get(np.dtype(t).kind, t)


def same(*xs):
    t = result(*xs)
    return [np.asarray(x).astype(t) for x in xs]


def floats(*xs):
    t = inexact(result(*xs))
    return t, [np.asarray(x).astype(t).astype(wide(t)) for x in xs]


def name_of(t):
    return {int: 'int64', float: 'float64', bool: 'bool', complex: 'complex128'}.get(t) or np.dtype(t).name


def limits(x):
    return np.iinfo(x.dtype) if x.dtype.kind in 'iu' else np.finfo(x.dtype)


# ---- integers: division stops the program where jax leaves the result open ----

def div_int(x, y):
    """Towards zero."""
    out = np.empty(np.broadcast(x, y).shape, x.dtype)
    if out.size and np.any(y == 0):
        raise ZeroDivisionError('integer division by zero')
    for i, (p, q) in enumerate(zip(*(v.ravel() for v in np.broadcast_arrays(x, y)))):
        p, q = int(p), int(q)
        n = abs(p) // abs(q) * (1 if (p < 0) == (q < 0) else -1)
        out.reshape(-1)[i] = np.array(n & (2 ** (8 * x.itemsize) - 1), 'uint64').astype(x.dtype)
    return out


def rem_int(x, y):
    return (x - div_int(x, y) * y).astype(x.dtype)


def nonzero(y):
    """jnp.fmod and jnp.remainder divide by one instead of by zero."""
    return np.where(y == 0, np.array(1, y.dtype), y)


def floor_div(x, y):
    q, r = div_int(x, y), rem_int(x, y)
    return np.where((np.sign(x) != np.sign(y)) & (r != 0), q - np.array(1, x.dtype), q).astype(x.dtype)


def mod_int(x, y):
    r = rem_int(x, nonzero(y))
    fix = (r != 0) & ((r < 0) != (y < 0)) if x.dtype.kind == 'i' else np.zeros(r.shape, bool)
    return np.where(fix, r + y, r).astype(x.dtype)


def pow_int(x, y):
    """By squaring, so that it wraps; exponents are not negative."""
    out = np.empty(np.broadcast(x, y).shape, x.dtype)
    for i, (p, q) in enumerate(zip(*(v.ravel() for v in np.broadcast_arrays(x, y)))):
        n = pow(int(p), int(q), 2 ** (8 * x.itemsize))
        out.reshape(-1)[i] = np.array(n, 'uint64').astype(x.dtype)
    return out


# ---- functions that numpy has not ----

def each(f):
    def g(x):
        return np.array([f(float(v)) for v in np.ravel(x)], np.float64).reshape(np.shape(x))
    return g


def lgamma1(v):
    if math.isnan(v):
        return v
    return math.inf if math.isinf(v) or (v <= 0 and v == int(v)) else math.lgamma(v)


def digamma1(v):
    if not v > 0:  # by reflection
        return math.nan if not math.isfinite(v) or v == math.floor(v) else digamma1(1 - v) - math.pi / math.tan(math.pi * v)
    s = 0.0
    while v < 12:
        s, v = s - 1 / v, v + 1
    i = 1 / (v * v)
    return s + math.log(v) - .5 / v - i * (1 / 12 - i * (1 / 120 - i * (1 / 252 - i * (1 / 240 - i / 132))))


def erf_inv1(v):
    if not abs(v) < 1:
        return math.copysign(math.inf, v) if abs(v) == 1 else math.nan
    lo, hi = -6.0, 6.0
    for _ in range(200):
        mid = (lo + hi) / 2
        lo, hi = (mid, hi) if math.erf(mid) < v else (lo, mid)
    return (lo + hi) / 2


def away(x):
    return np.where(np.isfinite(x), np.copysign(np.floor(np.abs(x) + .5), x), x).astype(x.dtype)


def bits(x):
    return x.view(f'uint{8 * x.itemsize}')


def clamp_starts(a, starts, sizes):
    return [min(max(int(s), 0), d - n) for s, d, n in zip(starts, a.shape, sizes)]


def signs(x):
    """The sign; of a complex number the number divided by its magnitude."""
    if x.dtype.kind != 'c':
        return np.sign(x)
    m = np.abs(x)
    return np.where(m == 0, 0, x / np.where(m == 0, 1, m)).astype(x.dtype)


# ---- tables ----

FLOAT1 = '''exp exp2 log expm1 log1p sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arctanh sqrt cbrt
arccosh log2 log10 deg2rad rad2deg sinc fabs ceil floor'''.split()
KEEP1 = 'negative positive square absolute conjugate real imag bitwise_not invert'.split()
BOOL1 = 'isfinite isinf isnan isposinf isneginf logical_not signbit'.split()
COMPARE = 'equal not_equal less less_equal greater greater_equal'.split()
LOGIC = 'logical_and logical_or logical_xor'.split()
SAME2 = 'add subtract multiply maximum minimum bitwise_and bitwise_or bitwise_xor left_shift fmax fmin'.split()
FLOAT2 = 'arctan2 true_divide hypot logaddexp copysign heaviside float_power'.split()
ALIASES = dict(abs='absolute', conj='conjugate', acos='arccos', asin='arcsin', atan='arctan', acosh='arccosh',
               asinh='arcsinh', atanh='arctanh', degrees='rad2deg', radians='deg2rad', divide='true_divide',
               mod='remainder', pow='power', atan2='arctan2', around='round', amax='max', amin='min',
               concat='concatenate', permute_dims='transpose')


class Namespace:
    def __getattr__(self, name):
        name = ALIASES.get(name, name)
        if name in vars(type(self)):
            return getattr(self, name)
        return lambda *a, **k: self.other(name, *a, **k)


class Jnp(Namespace):
    for _t in 'int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128'.split():
        locals()[_t] = np.dtype(_t)
    bool_, inf, nan, pi = np.dtype('bool'), np.inf, np.nan, np.pi

    def other(self, name, *a, **k):
        f = getattr(np, name)
        if name in FLOAT1:
            t, xs = floats(*a)
            return f(*xs).astype(t)
        if name in KEEP1:
            x = np.asarray(a[0])
            return f(x)
        if name in BOOL1:
            return f(*a)
        if name in COMPARE or name in SAME2:
            return f(*same(*a))
        if name in LOGIC:
            return f(*a)
        if name in FLOAT2:
            t, xs = floats(*a)
            return f(*xs).astype(t)
        if k.get('dtype') is not None:
            k['dtype'] = name_of(k['dtype'])
        return f(*a, **k)

    # elementwise
    def sign(self, x): return np.sign(x)
    def rint(self, x): return np.rint(x.astype('float64') if x.dtype.kind in 'biu' else x)
    def reciprocal(self, x): return self.true_divide(1, x)

    def right_shift(self, x, y):
        x, y = same(x, y)
        return np.right_shift(x, y)

    def nextafter(self, x, y):
        t = inexact(result(x, y))
        return np.nextafter(np.asarray(x).astype(t), np.asarray(y).astype(t))

    def floor_divide(self, x, y):
        x, y = same(x, y)
        if x.dtype == bool:
            x, y = x.astype('int32'), y.astype('int32')
        if x.dtype.kind in 'iu':
            return floor_div(x, y)
        return np.where(y == 0, np.array(np.nan, x.dtype), np.floor_divide(x, y))

    def remainder(self, x, y):
        x, y = same(x, y)
        if x.dtype == bool:
            x, y = x.astype('int32'), y.astype('int32')
        if x.dtype.kind in 'iu':
            return mod_int(x, y)
        return np.remainder(x, y)

    def hypot(self, x, y):  # scaled by the larger one: NaN if both are infinite or one is NaN
        t, (x, y) = floats(x, y)
        return np.where(np.isnan(x) | np.isnan(y) | (np.isinf(x) & np.isinf(y)), np.nan, np.hypot(x, y)).astype(t)

    def heaviside(self, x, y):
        t, (x, y) = floats(x, y)
        return np.where(np.isnan(x), y, np.heaviside(x, y)).astype(t)

    def divmod(self, x, y): return self.floor_divide(x, y), self.remainder(x, y)

    def fmod(self, x, y):
        x, y = same(x, y)
        return rem_int(x, nonzero(y)) if x.dtype.kind in 'iu' else np.fmod(x, y)

    def power(self, x, y):
        x, y = same(x, y)
        if x.dtype.kind in 'iu':
            return pow_int(x, y)
        return np.power(x.astype(wide(x.dtype)), y.astype(wide(x.dtype))).astype(x.dtype)

    def where(self, c, x, y):
        x, y = same(x, y)
        return np.where(np.asarray(c) != 0, x, y)

    def select(self, cs, xs, default=0):
        *xs, default = same(*xs, default)
        return np.select([np.asarray(c) != 0 for c in cs], xs, default).astype(xs[0].dtype)

    def round(self, a, decimals=0):
        if a.dtype.kind in 'iu':
            return a
        if a.dtype == 'float16':
            return np.round(a.astype('float32'), decimals).astype('float16')
        return np.round(a, decimals)

    def fix(self, x): return np.trunc(x.astype(inexact(x.dtype)))
    def trunc(self, x): return np.trunc(x.astype(inexact(x.dtype)))

    def angle(self, z, deg=False):
        t = 'float64' if z.dtype.kind in 'biu' else z.dtype.name
        return np.angle(z.astype(wide(t)), deg=deg).astype(REAL.get(t, t))

    def clip(self, a, a_min=None, a_max=None, **k):
        a_min, a_max = k.get('min', a_min), k.get('max', a_max)
        if a_min is None and a_max is None:
            raise ValueError('no limit')
        if a_min is not None:
            a = self.maximum(a_min, a)
        return a if a_max is None else self.minimum(a_max, a)

    def nan_to_num(self, x, nan=None, posinf=None, neginf=None):
        if x.dtype.kind in 'biu':
            return x
        return np.nan_to_num(x, nan=0.0 if nan is None else nan, posinf=posinf, neginf=neginf)

    def isclose(self, a, b, rtol=1e-5, atol=1e-8, equal_nan=False):
        a, b = same(a, b)
        if a.dtype.kind in 'biu':
            return a == b
        return np.isclose(a, b, rtol, atol, equal_nan)

    def allclose(self, a, b, **k): return np.all(self.isclose(a, b, **k))

    # making arrays
    def full(self, shape, v, dtype=None): return np.full(shape, v, name_of(dtype) if dtype else result(v))
    def full_like(self, a, v, dtype=None, shape=None):
        return np.full(a.shape if shape is None else shape, v, name_of(dtype) if dtype else a.dtype)
    def empty(self, shape, dtype=None): return np.zeros(shape, name_of(dtype or float))
    def empty_like(self, a, dtype=None, shape=None): return np.zeros_like(a, dtype and name_of(dtype), shape=shape)
    def astype(self, x, t): return x.astype(name_of(t))

    def tri(self, n, m=None, k=0, dtype=None): return np.tri(n, m, k, name_of(dtype or 'float32'))

    def linspace(self, start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0):
        t = inexact(result(start, stop))
        out, step = np.linspace(start, stop, num, endpoint=endpoint, retstep=True, axis=axis)
        final = name_of(dtype) if dtype else t
        out = np.floor(out).astype(final) if np.dtype(final).kind in 'iu' else out.astype(final)
        return (out, np.asarray(step).astype(final)) if retstep else out

    def meshgrid(self, *xs, **k): return np.meshgrid(*xs, **k)
    def copy(self, a): return a

    # rearranging
    def ravel(self, a, order='C'): return np.ravel(a, order)
    def matrix_transpose(self, x): return np.swapaxes(x, -1, -2)
    def concatenate(self, xs, axis=0, dtype=None):
        return np.concatenate(same(*xs) if dtype is None else [x.astype(dtype) for x in xs], axis)
    def stack(self, xs, axis=0): return np.stack(same(*xs), axis)
    def vstack(self, xs): return np.vstack(same(*xs))
    def hstack(self, xs): return np.hstack(same(*xs))
    def dstack(self, xs): return np.dstack(same(*xs))
    def column_stack(self, xs): return np.column_stack(same(*xs))
    def append(self, a, b, axis=None): return np.append(*same(a, b), axis)

    def pad(self, a, width, mode='constant', constant_values=0):
        k = {'constant_values': constant_values} if mode == 'constant' else {}
        return np.pad(a, width, mode, **k)

    def diff(self, a, n=1, axis=-1): return np.diff(a, n, axis)

    def trace(self, a, offset=0, axis1=0, axis2=1):
        return np.trace(a, offset, axis1, axis2, 'int64' if a.dtype.kind in 'biu' and a.itemsize < 8 else a.dtype)

    def take(self, a, indices, axis=None, mode=None, fill_value=None):
        indices = indices.astype('int64')
        if mode is not None and mode != 'fill':
            return np.take(a, indices, axis, mode=mode)
        if axis is None:
            a, axis = a.ravel(), 0
        n = a.shape[axis]
        i = np.where(np.asarray(indices) < 0, np.asarray(indices) + n, indices)
        if n == 0 and i.size:
            raise ValueError('an empty axis')
        inside = (i >= 0) & (i < n)
        out = np.take(a, np.where(inside, i, 0), axis)
        if fill_value is None:
            fill_value = {'f': np.nan, 'c': np.nan, 'i': limits(a).min if a.dtype.kind == 'i' else 0,
                          'u': limits(a).max if a.dtype.kind == 'u' else 0, 'b': True}[a.dtype.kind]
        if a.dtype.kind == 'c' and fill_value != fill_value:
            fill_value = complex(math.nan, 0)
        at = inside.reshape((1,) * (axis % a.ndim) + inside.shape + (1,) * (a.ndim - axis % a.ndim - 1))
        return np.where(at, out, np.array(fill_value, a.dtype))

    # reductions
    def reduce(self, f, a, axis, keepdims, initial, where, dtype=None):
        k = {} if where is None else {'where': np.broadcast_to(where, a.shape)}
        if initial is not None:
            k['initial'] = initial
        x = a.astype(dtype or a.dtype)
        return np.asarray(f(x.astype(wide(x.dtype)), axis=axis, keepdims=keepdims, **k)).astype(x.dtype)

    def promoted(self, a, dtype, promote_integers=True):
        if dtype is not None:
            return name_of(dtype)
        if a.dtype.kind not in 'biu' or not promote_integers:
            return a.dtype
        return 'uint64' if a.dtype.kind == 'u' else 'int64'

    def sum(self, a, axis=None, dtype=None, keepdims=False, initial=None, where=None, promote_integers=True):
        return self.reduce(np.sum, a, axis, keepdims, initial, where, self.promoted(a, dtype, promote_integers))

    def prod(self, a, axis=None, dtype=None, keepdims=False, initial=None, where=None, promote_integers=True):
        return self.reduce(np.prod, a, axis, keepdims, initial, where, self.promoted(a, dtype, promote_integers))

    def max(self, a, axis=None, keepdims=False, initial=None, where=None):
        return self.reduce(np.max, a, axis, keepdims, initial, where)

    def min(self, a, axis=None, keepdims=False, initial=None, where=None):
        return self.reduce(np.min, a, axis, keepdims, initial, where)

    def mean(self, a, axis=None, dtype=None, keepdims=False, where=None):
        return self.reduce(np.mean, a, axis, keepdims, None, where, name_of(dtype) if dtype else inexact(a.dtype))

    def var(self, a, axis=None, ddof=0, keepdims=False, where=None):
        return self.spread(np.positive, a, axis, ddof, keepdims, where)

    def std(self, a, axis=None, ddof=0, keepdims=False, where=None):
        return self.spread(np.sqrt, a, axis, ddof, keepdims, where)

    def spread(self, f, a, axis, ddof, keepdims, where):
        t = inexact(a.dtype)
        x = a.astype(wide(t))
        m = np.broadcast_to(True if where is None else where, a.shape)
        n = m.sum(axis, keepdims=True)
        d = np.where(m, x - np.where(m, x, 0).sum(axis, keepdims=True) / n, 0)
        v = (np.abs(d) ** 2).sum(axis, keepdims=keepdims) / (m.sum(axis, keepdims=keepdims) - ddof)
        return np.asarray(f(v)).astype(REAL.get(t, t))

    def average(self, a, axis=None, weights=None, returned=False, keepdims=False):
        t = inexact(a.dtype if weights is None else result(a, weights))
        w = None if weights is None else weights.astype(wide(t))
        out, total = np.average(a.astype(wide(t)), axis, w, returned=True, keepdims=keepdims)
        return (np.asarray(out).astype(t), np.asarray(total).astype(t)) if returned else np.asarray(out).astype(t)

    def median(self, a, axis=None, keepdims=False):
        t = inexact(a.dtype)
        if any(a.shape[d] == 0 for d in (range(a.ndim) if axis is None else np.atleast_1d(axis))):
            raise ValueError('an empty axis has no median')
        return np.asarray(np.median(a.astype(wide(t)), axis, keepdims=keepdims)).astype(t)

    def count_nonzero(self, a, axis=None, keepdims=False):
        return np.asarray(np.count_nonzero(a, axis, keepdims=keepdims), 'int64')

    def cum(self, f, a, axis, dtype):
        if axis is None:
            a, axis = a.ravel(), 0
        t = name_of(dtype) if dtype else 'int64' if a.dtype == bool else a.dtype
        return f(a.astype(t).astype(wide(t)), axis, dtype=wide(t)).astype(t)

    def cumsum(self, a, axis=None, dtype=None): return self.cum(np.cumsum, a, axis, dtype)
    def cumprod(self, a, axis=None, dtype=None): return self.cum(np.cumprod, a, axis, dtype)
    def sort(self, a, axis=-1): return np.sort(a, axis)
    def argsort(self, a, axis=-1): return np.argsort(a, axis, kind='stable')
    def array_equal(self, a, b, equal_nan=False): return np.asarray(np.array_equal(a, b, equal_nan))

    # products
    def product(self, f, *xs):
        xs = same(*xs)
        t = xs[0].dtype
        return np.asarray(f(*(x.astype(wide(t)) for x in xs))).astype(t)

    def dot(self, a, b): return self.product(np.dot, a, b)
    def vdot(self, a, b): return self.product(np.vdot, a, b)
    def matmul(self, a, b): return self.product(np.matmul, a, b)
    def tensordot(self, a, b, axes=2): return self.product(lambda x, y: np.tensordot(x, y, axes), a, b)
    def inner(self, a, b): return self.product(np.inner, a, b)
    def outer(self, a, b): return self.product(np.outer, a, b)
    def einsum(self, s, *xs): return self.product(lambda *ys: np.einsum(s, *ys), *xs)
    def polyval(self, p, x):
        t, (p, x) = floats(p, x)
        return np.polyval(p, x).astype(t)

    class linalg:
        @staticmethod
        def norm(x, ord=None, axis=None, keepdims=False):
            t = inexact(x.dtype)
            return np.asarray(np.linalg.norm(x.astype(wide(t)), ord, axis, keepdims)).astype(REAL.get(t, t))


# lax: the name of numpy's function, computed in a wide type, result of the operand's type
LAX1 = dict(neg='negative', floor='floor', ceil='ceil', exp='exp', exp2='exp2', expm1='expm1', log='log', log1p='log1p',
            sin='sin', cos='cos', tan='tan', asin='arcsin', acos='arccos', atan='arctan', sinh='sinh', cosh='cosh',
            tanh='tanh', asinh='arcsinh', acosh='arccosh', atanh='arctanh', sqrt='sqrt', cbrt='cbrt', conj='conjugate',
            bitwise_not='invert', square='square')
LAX2 = dict(add='add', sub='subtract', mul='multiply', max='maximum', min='minimum', atan2='arctan2',
            bitwise_and='bitwise_and', bitwise_or='bitwise_or', bitwise_xor='bitwise_xor')
LAXCMP = dict(eq='equal', ne='not_equal', lt='less', le='less_equal', gt='greater', ge='greater_equal')
SPECIAL = dict(erf=each(math.erf), erfc=each(math.erfc), erf_inv=each(erf_inv1), lgamma=each(lgamma1),
               digamma=each(digamma1), rsqrt=lambda x: 1 / np.sqrt(x), logistic=lambda x: 1 / (1 + np.exp(-x)),
               reciprocal=lambda x: 1 / x)


class Lax(Namespace):
    def other(self, name, *a, **k):
        f = SPECIAL.get(name) or getattr(np, LAX1.get(name) or LAX2.get(name) or LAXCMP.get(name) or name)
        if name in LAXCMP or a[0].dtype.kind in 'biu':
            return f(*a, **k)
        t = a[0].dtype
        return np.asarray(f(*(x.astype(wide(t)) for x in a), **k)).astype(t)

    def sign(self, x): return signs(x)
    def is_finite(self, x): return np.isfinite(x)
    def real(self, x): return np.real(x)
    def imag(self, x): return np.imag(x)
    def abs(self, x): return np.abs(x)
    def stop_gradient(self, x): return x
    def complex(self, x, y): return (x + 1j * y.astype(wide(y.dtype))).astype({4: 'complex64', 8: 'complex128'}[x.itemsize])
    def population_count(self, x): return np.array([bin(int(v)).count('1') for v in bits(x).ravel()], x.dtype).reshape(x.shape)
    def clz(self, x):
        return np.array([8 * x.itemsize - int(v).bit_length() for v in bits(x).ravel()], x.dtype).reshape(x.shape)
    def div(self, x, y): return div_int(x, y) if x.dtype.kind in 'iu' else (x.astype(wide(x.dtype)) / y).astype(x.dtype)
    def rem(self, x, y): return rem_int(x, y) if x.dtype.kind in 'iu' else np.fmod(x, y)
    def pow(self, x, y): return pow_int(x, y) if x.dtype.kind in 'iu' else np.power(x.astype(wide(x.dtype)), y).astype(x.dtype)
    def integer_pow(self, x, y):
        return pow_int(x, np.array(y)) if x.dtype.kind in 'iu' else np.power(x.astype(wide(x.dtype)), float(y)).astype(x.dtype)
    def nextafter(self, x, y): return np.nextafter(x, y)
    def shift_left(self, x, y): return self.shift(np.left_shift, x, y, np.zeros_like(x))
    def shift_right_logical(self, x, y): return self.shift(lambda p, q: np.right_shift(bits(p), bits(q)).view(p.dtype), x, y, np.zeros_like(x))
    def shift_right_arithmetic(self, x, y):  # of the bits as a signed number
        s, t = x.view(f'int{8 * x.itemsize}'), y.view(f'int{8 * x.itemsize}')
        return self.shift(np.right_shift, s, t, np.where(s < 0, -1, 0).astype(s.dtype)).view(x.dtype)

    def shift(self, f, x, y, beyond):
        inside = (y >= 0) & (y < 8 * x.itemsize)
        return np.where(inside, f(x, np.where(inside, y, 0).astype(x.dtype)), beyond).astype(x.dtype)

    def round(self, x, rounding_method=0): return np.rint(x) if rounding_method else away(x)
    def clamp(self, lo, x, hi): return np.minimum(np.maximum(x, lo), hi)
    def select(self, p, x, y): return np.where(p, x, y)
    def select_n(self, w, *xs): return np.choose(np.clip(np.asarray(w).astype(int), 0, len(xs) - 1), xs).astype(xs[0].dtype)
    def convert_element_type(self, x, t): return x.astype(name_of(t))
    def bitcast_convert_type(self, x, t): return np.ascontiguousarray(x).view(name_of(t)).reshape(x.shape)

    def reduce_precision(self, x, e, m):
        u = bits(x).astype('uint32')
        drop = 23 - m
        half = ((u >> drop) & 1) + ((1 << drop >> 1) - 1) if drop else 0
        y = ((u + half) & ~np.uint32((1 << drop) - 1)).astype('uint32').view('float32')
        return np.where(np.isfinite(x), y, x).astype('float32')

    def full(self, shape, v, dtype=None): return jnp.full(shape, v, dtype)
    def full_like(self, a, v, dtype=None, shape=None): return jnp.full_like(a, v, dtype, shape)
    def iota(self, t, n): return np.arange(n).astype(name_of(t))
    def broadcasted_iota(self, t, shape, d): return np.indices(shape)[d].astype(name_of(t))
    def broadcast(self, x, sizes): return np.broadcast_to(x, tuple(sizes) + x.shape)

    def broadcast_in_dim(self, x, shape, dims):
        at = [1] * len(shape)
        for i, d in enumerate(dims):
            at[d] = x.shape[i]
        return np.broadcast_to(x.reshape(at), shape)

    def reshape(self, x, sizes, dimensions=None): return np.reshape(x if dimensions is None else np.transpose(x, dimensions), sizes)
    def squeeze(self, x, d): return np.squeeze(x, tuple(d))
    def expand_dims(self, x, d): return np.expand_dims(x, tuple(d))
    def transpose(self, x, p): return np.transpose(x, p)
    def rev(self, x, d): return np.flip(x, d)
    def concatenate(self, xs, dimension): return np.concatenate(xs, dimension)

    def pad(self, x, v, config):
        for d, (lo, hi, inside) in enumerate(config):
            x = np.moveaxis(x, d, 0)
            n = len(x)
            y = np.full((max(n + (n - 1) * inside, 0) if n else 0,) + x.shape[1:], v, x.dtype)
            y[::inside + 1] = x
            both = [np.full((max(w, 0),) + x.shape[1:], v, x.dtype) for w in (lo, hi)]
            y = np.concatenate([both[0], y, both[1]])
            y = y[max(-lo, 0):len(y) - max(-hi, 0)]
            x = np.moveaxis(y, 0, d)
        return x

    def slice(self, x, starts, limits, strides=None):
        return x[tuple(slice(*t) for t in zip(starts, limits, strides or [1] * x.ndim))]

    def slice_in_dim(self, x, start, limit, stride=1, axis=0):
        return np.moveaxis(np.moveaxis(x, axis, 0)[start:limit:stride], 0, axis)

    def index_in_dim(self, x, i, axis=0, keepdims=True):
        y = np.take(x, i, axis)
        return np.expand_dims(y, axis) if keepdims else y

    def dynamic_slice(self, x, starts, sizes):
        starts = [s + d if s < 0 else s for s, d in zip(starts, x.shape)]
        return x[tuple(slice(s, s + n) for s, n in zip(clamp_starts(x, starts, sizes), sizes))]

    def dynamic_update_slice(self, x, u, starts):
        starts = [s + d if s < 0 else s for s, d in zip(starts, x.shape)]
        y = x.copy()
        y[tuple(slice(s, s + n) for s, n in zip(clamp_starts(x, starts, u.shape), u.shape))] = u
        return y

    def dynamic_slice_in_dim(self, x, start, n, axis=0):
        starts, sizes = [0] * x.ndim, list(x.shape)
        starts[axis], sizes[axis] = start, n
        return self.dynamic_slice(x, starts, sizes)

    def dynamic_index_in_dim(self, x, i, axis=0, keepdims=True):
        y = self.dynamic_slice_in_dim(x, i, 1, axis)
        return y if keepdims else np.squeeze(y, axis)

    def reduce(self, x, init, f, dims):
        for d in sorted(dims, reverse=True):
            acc = np.full(x.shape[:d] + x.shape[d + 1:], init, x.dtype)
            for i in range(x.shape[d]):
                acc = np.asarray(f(acc, np.take(x, i, d)), x.dtype)
            x = acc
        return x

    def argmax(self, x, axis, t): return np.argmax(x, axis).astype(name_of(t))
    def argmin(self, x, axis, t): return np.argmin(x, axis).astype(name_of(t))

    def cum(self, f, x, axis, reverse):
        x = np.flip(x, axis) if reverse else x
        y = f.accumulate(x.astype(wide(x.dtype)), axis, dtype=wide(x.dtype)).astype(x.dtype)
        return np.flip(y, axis) if reverse else y

    def cumsum(self, x, axis=0, reverse=False): return self.cum(np.add, x, axis, reverse)
    def cumprod(self, x, axis=0, reverse=False): return self.cum(np.multiply, x, axis, reverse)
    def cummax(self, x, axis=0, reverse=False): return self.cum(np.maximum, x, axis, reverse)
    def cummin(self, x, axis=0, reverse=False): return self.cum(np.minimum, x, axis, reverse)
    def fold(self, f, x, axes): return f.reduce(x.astype(wide(x.dtype)), axes, dtype=wide(x.dtype)).astype(x.dtype)
    def reduce_sum(self, x, axes): return self.fold(np.add, x, axes)
    def reduce_prod(self, x, axes): return self.fold(np.multiply, x, axes)
    def reduce_max(self, x, axes): return self.fold(np.maximum, x, axes)
    def reduce_min(self, x, axes): return self.fold(np.minimum, x, axes)
    def sort(self, x, dimension=-1): return np.sort(x, dimension)
    def dot(self, x, y): return jnp.product(np.dot, x, y)

    def dot_general(self, x, y, numbers):
        (xc, yc), (xb, yb) = numbers
        names = 'abcdefghijklmnopqrstuvwxyz'
        left = list(names[:x.ndim])
        right = [None] * y.ndim
        for i, j in [*zip(xc, yc), *zip(xb, yb)]:
            right[j] = left[i]
        right = [r or names[x.ndim + j] for j, r in enumerate(right)]
        out = [left[i] for i in xb] + [n for i, n in enumerate(left) if i not in (*xb, *xc)]
        out += [n for j, n in enumerate(right) if j not in (*yb, *yc)]
        return jnp.einsum(f'{"".join(left)},{"".join(right)}->{"".join(out)}', x, y)


class Nn(Namespace):
    def float1(self, f, x):
        t = inexact(x.dtype)
        return np.asarray(f(x.astype(wide(t)))).astype(t)

    def sigmoid(self, x): return self.float1(SPECIAL['logistic'], x)
    def relu(self, x): return np.maximum(x, 0).astype(x.dtype)
    def softplus(self, x): return self.float1(lambda v: np.logaddexp(v, 0), x)
    def silu(self, x): return self.float1(lambda v: v / (1 + np.exp(-v)), x)
    swish = silu

    def gelu(self, x, approximate=True):
        if approximate:
            return self.float1(lambda v: v / 2 * (1 + np.tanh(math.sqrt(2 / math.pi) * (v + .044715 * v ** 3))), x)
        return self.float1(lambda v: v / 2 * (1 + SPECIAL['erf'](v / math.sqrt(2))), x)

    def softmax(self, x, axis=-1):
        def f(v):
            e = np.exp(v - v.max(axis, keepdims=True))
            return e / e.sum(axis, keepdims=True)
        return self.float1(f, x)

    def logsumexp(self, x, axis=None, keepdims=False):
        def f(v):
            m = v.max(axis, keepdims=True)
            m = np.where(np.isfinite(m), m, 0)
            out = np.log(np.exp(v - m).sum(axis, keepdims=True)) + m
            return out if keepdims else np.squeeze(out, axis)
        return self.float1(f, x)

    def log_softmax(self, x, axis=-1):
        return self.float1(lambda v: v - self.logsumexp(v, axis, True), x)

    def one_hot(self, x, n, dtype=None):
        return (np.asarray(x)[..., None] == np.arange(n)).astype(name_of(dtype) if dtype else 'float64')


jnp, lax, nn = Jnp(), Lax(), Nn()
