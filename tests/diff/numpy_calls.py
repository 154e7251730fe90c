"""Random calls of the array API: for every function the calls that make sense, with small arguments.

A generator is a function of a Call and the name of the function; it asks the Call for arguments and
returns the text of the call, in which a, b, ... are the arguments.
"""
import numpy as np

TYPES = {'b': ['bool'], 'i': ['int8', 'int16', 'int32', 'int64'], 'u': ['uint8', 'uint16', 'uint32', 'uint64'],
         'f': ['float16', 'float32', 'float64'], 'c': ['complex64', 'complex128']}
FLOATS = [-2.5, -1.0, -0.5, -0.0, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.25, 7.0]
ODD = [float('nan'), float('inf'), float('-inf')]


class Call:
    """The arguments of one call. `odd`: NaN and infinities may be among the floats."""

    def __init__(self, rng):
        self.rng, self.args = rng, []

    def one(self, *xs):
        return self.rng.choice(xs)

    def some(self, p=.5):
        return self.rng.random() < p

    def number(self, t, low, odd):
        kind = np.dtype(t).kind
        if kind == 'b':
            return self.some()
        if kind in 'iu':
            big = np.iinfo(t)
            if odd and low is None and self.some(.05):
                return self.one(big.min, big.max)
            return self.rng.randint(max(-5 if low is None else low, 0 if kind == 'u' else -99), 9)
        if kind == 'c':
            return complex(self.one(*FLOATS), self.one(*FLOATS))
        if odd and self.some(.12):
            return self.one(*ODD)
        x = self.one(*FLOATS)
        return x if low is None else low + abs(x)

    def type(self, kinds):
        return self.one(*TYPES[self.one(*kinds)])

    def shape(self, rank=None, least=0):
        rank = self.one(0, 1, 1, 2, 2, 3) if rank is None else rank
        return tuple(self.one(*range(max(least, 1), 5)) if least or self.some(.92) else 0 for _ in range(rank))

    def array(self, kinds='biufc', shape=None, t=None, low=None, odd=True, rank=None, least=0, high=None):
        t = t or self.type(kinds)
        shape = self.shape(rank, least) if shape is None else shape
        values = [self.number(t, low, odd) for _ in range(int(np.prod(shape)))]
        if high is not None:
            values = [min(v, high) for v in values]
        return self.take(np.array(values, dtype=t).reshape(shape))

    def distinct(self, shape, t):
        """An array in which no value comes twice."""
        n = int(np.prod(shape))
        return self.take(np.array(self.rng.sample(range(n), n)).astype(t).reshape(shape))

    def size(self, *xs):
        return self.take(self.one(*(xs or range(5))))

    def take(self, x):
        self.args.append(x)
        return 'abcdefgh'[len(self.args) - 1]

    def get(self, name):
        return self.args['abcdefgh'.index(name)]

    def of(self, name):
        return self.get(name).shape

    def axis(self, name):
        n = len(self.of(name))
        return self.rng.randrange(-n, n) if n else None

    def axes(self, name):
        """None, an axis or a tuple of axes."""
        n = len(self.of(name))
        if n > 1 and self.some(.25):
            return tuple(self.one(i, i - n) for i in self.rng.sample(range(n), self.rng.randint(2, n)))
        return None if self.some(.3) else self.axis(name)

    def broadcasts(self, shape):
        """A shape that broadcasts against this one."""
        s = [1 if self.some(.2) else d for d in shape]
        return tuple(s[self.rng.randint(0, len(s) - 1):] if s and self.some(.3) else s)

    def options(self, **k):
        """Each keyword or not; a value of None leaves it out."""
        return ''.join(f', {n}={v!r}' for n, v in k.items() if v is not None and self.some(.6))

    def pair(self, kinds, **k):
        a = self.array(kinds, **k)
        if self.some(.15):
            return a, repr(self.one(1, 2, 3) if self.get(a).dtype.kind in 'iu' or not set(kinds) & set('fc') else self.one(2, .5, 1.5))
        same = self.get(a).dtype.name if self.some(.6) else None
        return a, self.array(kinds, **{**k, 'shape': self.broadcasts(self.of(a)), 't': same})


GENERATORS = {}


def calls(names):
    def put(f):
        for name in names.split():
            GENERATORS[name] = f
        return f
    return put


def unary(names, kinds, **k):
    for name in names.split():
        GENERATORS['jnp.' + name] = lambda c, fn: f'{fn}({c.array(kinds, **k)})'


def binary(names, kinds, **k):
    for name in names.split():
        GENERATORS['jnp.' + name] = lambda c, fn: '{}({}, {})'.format(fn, *c.pair(kinds, **k))


unary('exp exp2 expm1 sin cos tan arctan sinh cosh tanh arcsinh sqrt log log1p log2 log10 atan asinh', 'biuf')
unary('arcsin arccos arctanh arccosh asin acos acosh atanh', 'biuf')
unary('cbrt deg2rad rad2deg degrees radians sinc', 'biuf')
unary('fabs floor ceil fix trunc signbit', 'biuf')
unary('isposinf isneginf', 'iuf')
unary('negative', 'iufc'), unary('positive', 'iufc')
unary('sign rint square absolute abs conjugate conj real imag isfinite isinf isnan logical_not', 'iufc')
unary('bitwise_not invert', 'biu'), unary('reciprocal', 'iuf')
binary('equal not_equal add multiply maximum minimum less less_equal greater greater_equal', 'biuf')
binary('logical_and logical_or logical_xor', 'biuf'), binary('subtract', 'iufc')
binary('bitwise_and bitwise_or bitwise_xor', 'biu'), binary('left_shift right_shift', 'iu', low=0, high=6, odd=False)
binary('arctan2 atan2 true_divide divide hypot logaddexp copysign heaviside fmax fmin', 'iuf')
binary('float_power', 'iuf', low=1), binary('nextafter', 'f')
binary('floor_divide remainder mod fmod divmod', 'iuf'), binary('power pow', 'iuf', low=0, odd=False, high=4, rank=2)  # jax converts single concrete exponents to the base's type


@calls('jnp.where')
def _(c, fn):
    a, b = c.pair('biufc')
    m = c.array('b', shape=c.broadcasts(c.of(a)))
    return f'{fn}({m}, {a}, {b})'


@calls('jnp.select')
def _(c, fn):
    s = c.shape()
    ms, xs = [c.array('b', shape=s) for _ in 'ab'], [c.array('iuf', shape=s) for _ in 'ab']
    return f'{fn}([{", ".join(ms)}], [{", ".join(xs)}]{c.options(default=c.one(0, 1))})'


@calls('jnp.round jnp.around')
def _(c, fn):
    return f'{fn}({c.array("iuf")}{c.options(decimals=c.one(0, 1, 2))})'


@calls('jnp.angle')
def _(c, fn):
    return f'{fn}({c.array("iufc")}{c.options(deg=True)})'


@calls('jnp.clip')
def _(c, fn):
    return f'{fn}({c.array("iuf")}{c.options(a_min=c.one(0, 1))}{c.options(a_max=c.one(2, 3))})'


@calls('method.clip')
def _(c, fn):
    return f'{c.array("iuf")}.clip({c.one("min=", "")}{c.one(0, 1, None)}, max={c.one(2, 3)})'


@calls('jnp.nan_to_num')
def _(c, fn):
    return f'{fn}({c.array("iuf")}{c.options(nan=1.5, posinf=9.0, neginf=-9.0)})'


@calls('jnp.isclose jnp.allclose')
def _(c, fn):
    a, b = c.pair('iuf')
    return f'{fn}({a}, {b}{c.options(rtol=.3, atol=.5, equal_nan=True)})'


@calls('jnp.array_equal')
def _(c, fn):
    a = c.array('iuf')
    b = a if c.some(.3) else c.array('iuf', shape=c.of(a) if c.some() else None)
    return f'{fn}({a}, {b}{c.options(equal_nan=True)})'


# ---- making arrays: sizes are arguments, traced under qjit ----

def sizes(c, n=None):
    """A tuple of sizes; some are arguments."""
    s = [c.size() if c.some(.6) else str(c.one(0, 1, 2, 3)) for _ in range(c.rng.randint(0, 3) if n is None else n)]
    return '(' + ''.join(x + ', ' for x in s) + ')'


def as_type(c, kinds='biufc'):
    return f', dtype=jnp.{c.type(kinds).replace("bool", "bool_")}' if c.some() else ''


@calls('jnp.ones jnp.zeros jnp.empty')
def _(c, fn):
    return f'{fn}({sizes(c)}{as_type(c)})'


@calls('jnp.full lax.full')
def _(c, fn):
    return f'{fn}({sizes(c)}, {c.one("3", "2.5", "True", "-1") if c.some() else c.array(rank=0, odd=False)}{as_type(c, "ifc")})'


@calls('jnp.ones_like jnp.zeros_like jnp.empty_like')
def _(c, fn):
    return f'{fn}({c.array()}{as_type(c)}{c.options(shape=c.one((2,), (0, 3), ()))})'


@calls('jnp.full_like lax.full_like')
def _(c, fn):
    return f'{fn}({c.array("iufc")}, {c.one(3, 1)}{as_type(c, "iuf")})'


@calls('jnp.array jnp.asarray')
def _(c, fn):
    if c.some(.3):
        return f'{fn}({c.array()}{as_type(c, "fc")})'.replace('True', '1') if c.some() else f'{fn}({c.array()})'
    values = [[c.one(0, 1, 2) for _ in range(3)] for _ in range(c.one(1, 2))]
    return f'{fn}({c.one(values, values[0], values[0][0], [1.5, 2.0], True)}{as_type(c)})'


@calls('jnp.copy')
def _(c, fn):
    return f'{fn}({c.array()})'


@calls('jnp.astype')
def _(c, fn):
    return f'{fn}({c.array("biuf", low=0, odd=False)}, jnp.{c.type("iufc")})'


@calls('jnp.arange')
def _(c, fn):
    if c.some(.4):
        return f'{fn}({c.size()}{as_type(c, "iuf")})'
    if c.some():
        return f'{fn}({c.one(0, 1, -2)}, {c.one(3, 5, 0)}, {c.one(1, 2, 3)}{as_type(c, "if")})'
    return f'{fn}({c.one(0, .5, -1.5, 4)}, {c.one(3, 2.5)}, {c.one(1, .5, -1)}{as_type(c, "f")})'


@calls('jnp.linspace')
def _(c, fn):
    return f'{fn}({c.one(0, 1, -2.5)}, {c.one(1, 4, .5)}, {c.one(0, 1, 2, 5, 7)}{c.options(endpoint=False)}' \
           f'{c.options(retstep=True) if c.some(.2) else ""}{as_type(c, "f")})'


@calls('jnp.eye jnp.tri')
def _(c, fn):
    return f'{fn}({c.size()}{", " + (c.size() if c.some() else "3") if c.some() else ""}{c.options(k=c.one(-1, 1, 2))}{as_type(c)})'


@calls('jnp.identity')
def _(c, fn):
    return f'{fn}({c.size()}{as_type(c)})'


@calls('jnp.tril jnp.triu')
def _(c, fn):
    return f'{fn}({c.array(rank=c.one(2, 3))}{c.options(k=c.one(-1, 1, 2))})'


@calls('jnp.diag')
def _(c, fn):
    return f'{fn}({c.array("biuf", rank=c.one(1, 2), least=1)}{c.options(k=c.one(-1, 1))})'


@calls('jnp.meshgrid')
def _(c, fn):
    xs = [c.array('iuf', rank=1) for _ in range(c.one(1, 2, 3))]
    return f'{fn}({", ".join(xs)}{c.options(indexing="ij")}{c.options(sparse=True)})'


# ---- rearranging ----

@calls('jnp.reshape')
def _(c, fn):
    s = c.shape(least=1)
    n = int(np.prod(s))
    new = c.one((n,), -1, (1, n), (-1, 1), s[::-1], (n, 1, 1))
    return f'{fn}({c.array(shape=s)}, {new}{", order=" + repr("F") if c.some(.15) else ""})'


@calls('jnp.ravel')
def _(c, fn):
    return f'{fn}({c.array()}{", order=" + repr("F") if c.some(.15) else ""})'


@calls('jnp.transpose jnp.permute_dims')
def _(c, fn):
    a = c.array()
    n = len(c.of(a))
    p = c.rng.sample(range(n), n)
    p = [c.one(i, i - n) for i in p]
    return f'{fn}({a}, {tuple(p)})' if n and c.some() or 'permute' in fn else f'{fn}({a})'


@calls('jnp.matrix_transpose')
def _(c, fn):
    return f'{fn}({c.array(rank=c.one(2, 3))})'


@calls('jnp.swapaxes jnp.moveaxis')
def _(c, fn):
    a = c.array(rank=c.one(1, 2, 3))
    return f'{fn}({a}, {c.axis(a)}, {c.axis(a)})'


@calls('jnp.squeeze')
def _(c, fn):
    s = list(c.shape(least=1))
    i = c.rng.randint(0, len(s))
    s.insert(i, 1)
    return f'{fn}({c.array(shape=tuple(s))}{c.options(axis=c.one(i, (i,), i - len(s)))})'


@calls('jnp.expand_dims')
def _(c, fn):
    a = c.array()
    n = len(c.of(a))
    return f'{fn}({a}, {c.one(0, n, -1, -n - 1, (0, n + 1))})'


@calls('jnp.broadcast_to')
def _(c, fn):
    s = c.shape()
    return f'{fn}({c.array(shape=c.broadcasts(s))}, {s})'


@calls('jnp.broadcast_arrays')
def _(c, fn):
    a = c.array()
    return f'{fn}({a}, {c.array(shape=c.broadcasts(c.of(a)))})'


@calls('jnp.atleast_1d jnp.atleast_2d jnp.atleast_3d')
def _(c, fn):
    return f'{fn}({c.array()})'


def several(c, rank=None, axis=None, kinds='biuf', least=0):
    """Arrays that differ in one axis."""
    s = c.shape(rank or c.one(1, 2, 3), least)
    d = c.rng.randrange(len(s)) if axis is None else axis
    t = c.type(kinds) if c.some(.6) else None
    names = []
    for _ in range(c.one(1, 2, 2, 3)):
        n = c.one(0, 1, 2, 3)
        names.append(c.array(kinds, shape=s[:d] + (n,) + s[d + 1:], t=t))
    return '[' + ', '.join(names) + ']', d, len(s)


@calls('jnp.concatenate jnp.concat')
def _(c, fn):
    xs, d, n = several(c)
    return f'{fn}({xs}, axis={c.one(d, d - n)})'


@calls('jnp.stack')
def _(c, fn):
    s = c.shape()
    xs = ', '.join(c.array('biuf', shape=s) for _ in range(c.one(1, 2, 3)))
    return f'{fn}([{xs}]{c.options(axis=c.one(0, -1, len(s)))})'


@calls('jnp.vstack jnp.hstack jnp.dstack jnp.column_stack')
def _(c, fn):
    axis = {'v': 0, 'h': 1, 'd': 2, 'c': 1}[fn[4]]
    if c.some(.5) or axis == 2:
        s = c.shape(c.one(1, 2), 1)
        return f'{fn}([{", ".join(c.array("biuf", shape=s) for _ in range(c.one(1, 2, 3)))}])'
    return f'{fn}({several(c, 2, axis)[0]})'


@calls('jnp.append')
def _(c, fn):
    if c.some(.4):
        return f'{fn}({c.array("biuf")}, {c.array("biuf")})'
    s = c.shape(2)
    return f'{fn}({c.array("iuf", shape=s)}, {c.array("iuf", shape=(2,) + s[1:])}, axis=0)'


@calls('jnp.flip')
def _(c, fn):
    a = c.array()
    return f'{fn}({a}{c.options(axis=c.axes(a))})'


@calls('jnp.flipud jnp.fliplr jnp.rot90')
def _(c, fn):
    return f'{fn}({c.array(rank=c.one(2, 3))}{c.options(k=c.one(0, 1, 2, 3, -1)) if "rot" in fn else ""})'


@calls('jnp.roll')
def _(c, fn):
    a = c.array(least=0)
    n = len(c.of(a))
    if n > 1 and c.some(.2):
        return f'{fn}({a}, (1, -2), axis=(0, 1))'
    return f'{fn}({a}, {c.one(-2, -1, 0, 1, 2, 7)}{c.options(axis=c.axis(a))})'


@calls('jnp.tile')
def _(c, fn):
    return f'{fn}({c.array("biuf")}, {c.one(1, 2, 3, 0, (2, 1), (1, 3), (2,), (2, 1, 2))})'


@calls('jnp.repeat')
def _(c, fn):
    a = c.array('biuf')
    axis = c.axis(a)
    if axis is not None and c.some(.25):
        n = c.of(a)[axis]
        return f'{fn}({a}, jnp.array({[c.one(0, 1, 2, 3) for _ in range(n)]}, dtype=jnp.int64), axis={axis}' \
               ', total_repeat_length=6)' if c.some(0) else f'{fn}({a}, 2, axis={axis})'
    return f'{fn}({a}, {c.one(0, 1, 2, 3)}{c.options(axis=axis)})'


@calls('jnp.split jnp.array_split')
def _(c, fn):
    s = list(c.shape(c.one(1, 2)))
    d = c.rng.randrange(len(s))
    k = c.one(1, 2, 3)
    if fn == 'jnp.split':
        s[d] = k * c.one(0, 1, 2)
    how = c.one(k, [1], [1, 2], [0, 3])
    return f'{fn}({c.array("biuf", shape=tuple(s))}, {how}, axis={d})'


@calls('jnp.pad')
def _(c, fn):
    a = c.array('iuf', rank=c.one(1, 2), least=1)
    n = len(c.of(a))
    width = c.one(1, 0, 2, (1, 2), ((1, 0),) * n, tuple((i, 1) for i in range(n)))
    mode = c.one('constant', 'constant', 'edge', 'wrap', 'reflect', 'symmetric')
    value = c.options(constant_values=c.one(1, 3)) if mode == 'constant' else f', mode={mode!r}'
    return f'{fn}({a}, {width}{value})'


@calls('jnp.diff')
def _(c, fn):
    a = c.array('iuf', rank=c.one(1, 2))
    return f'{fn}({a}{c.options(n=c.one(0, 1, 2))}{c.options(axis=c.axis(a))})'


@calls('jnp.diagonal jnp.trace')
def _(c, fn):
    a = c.array('iuf', rank=c.one(2, 3), least=1)
    axes = c.rng.sample(range(len(c.of(a))), 2)
    k = f', axis1={axes[0]}, axis2={axes[1]}' if c.some() else ''
    return f'{fn}({a}{c.options(offset=c.one(-1, 0, 1))}{k})'


@calls('jnp.take')
def _(c, fn):
    a = c.array('biufc', rank=c.one(1, 2, 3), least=1)
    i = c.array('iu', high=99, rank=c.one(0, 1, 2), odd=False)
    return f'{fn}({a}, {i}{c.options(axis=c.axis(a))}{c.options(mode=c.one("clip", "wrap", "fill"))})'


# ---- reductions ----

def reduction(c, fn, kinds='biuf', **k):
    a = c.array(kinds)
    axes = c.axes(a)
    return a, f'{fn}({a}{c.options(axis=axes)}{c.options(keepdims=True, **k)}'


@calls('jnp.sum jnp.prod jnp.max jnp.min jnp.amax jnp.amin jnp.all jnp.any jnp.mean jnp.var jnp.std jnp.count_nonzero')
def _(c, fn):
    name = fn[4:]
    k = {'ddof': c.one(0, 1)} if name in ('var', 'std') else {}
    if name in ('sum', 'prod', 'max', 'min') and c.some(.3):
        k['initial'] = 2
    kinds = 'biufc' if name in ('sum', 'prod', 'mean', 'count_nonzero') else 'biuf'
    a, text = reduction(c, fn, kinds, **k)
    if c.some(.2) and name != 'count_nonzero' and (name not in ('max', 'min', 'amax', 'amin') or 'initial' in text):
        text += f', where={c.array("b", shape=c.broadcasts(c.of(a)))}'
    if name in ('sum', 'prod') and c.some(.2):
        text += f', dtype=jnp.{c.type("f")}'
    return text + ')'


@calls('jnp.median')
def _(c, fn):
    return reduction(c, fn, 'iuf')[1] + ')'


@calls('jnp.average')
def _(c, fn):
    a = c.array('iuf', odd=False, rank=c.one(1, 2), least=1)
    axis = c.axis(a)
    w = ''
    if c.some():
        w = f', weights={c.array("f", low=.5, odd=False, shape=(c.of(a)[axis],))}, axis={axis}'
    return f'{fn}({a}{w}{c.options(returned=True)})'


@calls('jnp.argmax jnp.argmin')
def _(c, fn):
    a = c.array('biuf')
    return f'{fn}({a}{c.options(axis=c.axis(a))}{c.options(keepdims=True)})'


@calls('jnp.cumsum jnp.cumprod')
def _(c, fn):
    a = c.array('biufc')
    return f'{fn}({a}{c.options(axis=c.axis(a))}{as_type(c, "fi") if c.get(a).dtype.kind in "bu" else ""})'


@calls('jnp.sort jnp.argsort')
def _(c, fn):
    a = c.array('biufc' if fn == 'jnp.sort' else 'biuf', rank=c.one(1, 2, 3))
    return f'{fn}({a}{c.options(axis=c.axis(a))})'


# ---- products ----

@calls('jnp.dot')
def _(c, fn):
    k = c.one(0, 1, 2, 3)
    a, b = c.one(((k,), (k,)), ((2, k), (k,)), ((2, k), (k, 3)), ((), (2, k)), ((k,), (2, k, 3)))
    return f'{fn}({c.array("biufc", shape=a, odd=False)}, {c.array("iufc", shape=b, odd=False)})'


@calls('jnp.matmul')
def _(c, fn):
    k = c.one(0, 1, 2, 3)
    a, b = c.one(((k,), (k,)), ((2, k), (k,)), ((2, k), (k, 3)), ((k,), (k, 2)), ((2, 3, k), (k, 2)), ((2, 1, 3, k), (4, k, 1)))
    return f'{fn}({c.array("biufc", shape=a, odd=False)}, {c.array("iufc", shape=b, odd=False)})'


@calls('jnp.vdot')
def _(c, fn):
    s = c.shape()
    return f'{fn}({c.array("iufc", shape=s, odd=False)}, {c.array("iufc", shape=s, odd=False)})'


@calls('jnp.inner')
def _(c, fn):
    k = c.one(0, 1, 2, 3)
    return f'{fn}({c.array("iufc", shape=c.one((k,), (2, k)), odd=False)}, {c.array("iufc", shape=c.one((k,), (3, k)), odd=False)})'


@calls('jnp.outer')
def _(c, fn):
    return f'{fn}({c.array("iufc", odd=False)}, {c.array("iufc", odd=False)})'


@calls('jnp.tensordot')
def _(c, fn):
    k, m = c.one(1, 2, 3), c.one(1, 2)
    a, b, axes = c.one(((2, k), (k, 3), 1), ((2, k, m), (k, m), 2), ((2, k), (3,), 0), ((k, 2), (3, k), ((0,), (1,))),
                       ((k, m, 2), (m, k), ([0, 1], [1, 0])))
    return f'{fn}({c.array("iuf", shape=a)}, {c.array("iuf", shape=b)}, axes={axes})'


@calls('jnp.einsum')
def _(c, fn):
    n = {x: c.one(1, 2, 3) for x in 'ijkl'}
    s = c.one('ij,jk->ik', 'ij,jk', 'ii->i', 'ii', 'ij->ji', 'ij->', 'i,j->ij', 'i,i', 'ijk,ikl->ijl', 'ij,ij->i', '...i,i->...', 'ij,kj,k->i',
              'i...,i...->...', 'bij->bji'.replace('b', 'k'))
    xs = [c.array('iufc', shape=tuple(n[x] for x in part.replace('...', 'l' if c.some() else '')) , odd=False)
          for part in s.split('->')[0].split(',')] if '...' not in s else \
         [c.array('iuf', shape=tuple(n[x] for x in part.replace('...', 'l')), odd=False) for part in s.split('->')[0].split(',')]
    return f'{fn}({s!r}, {", ".join(xs)})'


@calls('jnp.polyval')
def _(c, fn):
    return f'{fn}({c.array("iuf", rank=1, odd=False, least=1)}, {c.array("iuf", odd=False)})'


@calls('jnp.linalg.norm')
def _(c, fn):
    a = c.array('iufc', rank=c.one(1, 2), least=1, odd=False)
    if len(c.of(a)) == 1:
        return f'{fn}({a}{c.options(ord=c.one(1, 2, 0, 3))}{c.options(keepdims=True)})'
    if c.some():
        return f'{fn}({a}{c.options(ord=c.one(1, "fro"))}{c.options(keepdims=True)})'
    return f'{fn}({a}, axis={c.axis(a)}{c.options(ord=c.one(1, 2))})'


# ---- lax: operands of one type ----

def lax_unary(names, kinds, **k):
    for name in names.split():
        GENERATORS['lax.' + name] = lambda c, fn: f'{fn}({c.array(kinds, **k)})'


def lax_binary(names, kinds, **k):
    def call(c, fn):
        t, s = c.type(kinds), c.shape()
        return f'{fn}({c.array(t=t, shape=s, **k)}, {c.array(t=t, shape=s, **k)})'
    for name in names.split():
        GENERATORS['lax.' + name] = call


lax_unary('floor ceil is_finite exp exp2 expm1 log log1p sin cos tan asin acos atan sinh cosh tanh asinh acosh', 'f')
lax_unary('atanh sqrt rsqrt cbrt logistic erf erfc erf_inv lgamma digamma', 'f'), lax_unary('neg', 'iufc'), lax_unary('sign', 'iufc')
lax_unary('abs', 'ifc'), lax_unary('real imag conj', 'c'), lax_unary('bitwise_not', 'biu'), lax_unary('population_count clz', 'iu')
lax_unary('square', 'iufc'), lax_unary('reciprocal', 'f'), lax_unary('stop_gradient', 'iufc')
lax_binary('add sub mul', 'iufc'), lax_binary('div rem', 'iuf'), lax_binary('max min', 'biuf'), lax_binary('atan2 nextafter', 'f')
lax_binary('pow', 'f', low=0, odd=False), lax_binary('bitwise_and bitwise_or bitwise_xor', 'biu'), lax_binary('lt le gt ge', 'biuf')
lax_binary('eq ne', 'biufc'), lax_binary('shift_left shift_right_logical shift_right_arithmetic', 'iu')


@calls('lax.complex')
def _(c, fn):
    t, s = c.one('float32', 'float64'), c.shape()
    return f'{fn}({c.array(t=t, shape=s, odd=False)}, {c.array(t=t, shape=s, odd=False)})'


@calls('lax.integer_pow')
def _(c, fn):
    return f'{fn}({c.array("iuf", odd=False)}, {c.one(0, 1, 2, 3, 5)})' if c.some(.8) else f'{fn}({c.array("f", low=1, odd=False)}, {c.one(-1, -2)})'


@calls('lax.round')
def _(c, fn):
    return f'{fn}({c.array("f")}{c.one("", ", 0", ", 1")})'


@calls('lax.clamp')
def _(c, fn):
    t = c.type('iuf')
    return f'{fn}({c.array(t=t, shape=(), odd=False)}, {c.array(t=t)}, {c.array(t=t, shape=(), odd=False, low=2)})'


@calls('lax.select lax.select_n')
def _(c, fn):
    t, s = c.type('biufc'), c.shape()
    return f'{fn}({c.array("b", shape=s if c.some(.7) else ())}, {c.array(t=t, shape=s)}, {c.array(t=t, shape=s)})'


@calls('lax.convert_element_type')
def _(c, fn):
    return f'{fn}({c.array("biuf", low=0, odd=False)}, jnp.{c.type("iufc")})'


@calls('lax.bitcast_convert_type')
def _(c, fn):
    n = c.one(16, 32, 64)
    a, b = c.rng.sample(['int', 'uint', 'float'], 2)
    return f'{fn}({c.array(t=f"{a}{n}")}, jnp.{b}{n})'


@calls('lax.reduce_precision')
def _(c, fn):
    return f'{fn}({c.array(t="float32")}, 8, {c.one(23, 7, 3, 2, 1)})'


@calls('lax.iota')
def _(c, fn):
    return f'{fn}(jnp.{c.type("iufc")}, {c.size() if c.some() else 4})'


@calls('lax.broadcasted_iota')
def _(c, fn):
    return f'{fn}(jnp.{c.type("iuf")}, {sizes(c, 2)}, {c.one(0, 1)})'


@calls('lax.broadcast')
def _(c, fn):
    return f'{fn}({c.array()}, {c.one((2,), (), (3, 1), (0,))})'


@calls('lax.broadcast_in_dim')
def _(c, fn):
    s = c.shape(c.one(1, 2, 3))
    dims = sorted(c.rng.sample(range(len(s)), c.rng.randint(0, len(s))))
    small = tuple(1 if c.some(.2) else s[d] for d in dims)
    return f'{fn}({c.array(shape=small)}, {s}, {tuple(dims)})'


@calls('lax.reshape')
def _(c, fn):
    s = c.shape(2, 1)
    n = s[0] * s[1]
    return f'{fn}({c.array(shape=s)}, {c.one((n,), (1, n), s[::-1])}{", (1, 0)" if c.some(.3) else ""})'


@calls('lax.squeeze')
def _(c, fn):
    return f'{fn}({c.array(shape=(1, 3, 1))}, {c.one((0,), (2,), (0, 2), (-1,), ())})'


@calls('lax.expand_dims')
def _(c, fn):
    return f'{fn}({c.array(rank=2)}, {c.one((0,), (1,), (0, 3), (-1,), ())})'


@calls('lax.transpose')
def _(c, fn):
    a = c.array(rank=c.one(1, 2, 3))
    n = len(c.of(a))
    return f'{fn}({a}, {tuple(c.rng.sample(range(n), n))})'


@calls('lax.rev')
def _(c, fn):
    a = c.array(rank=2)
    return f'{fn}({a}, {c.one((0,), (1,), (0, 1), ())})'


@calls('lax.concatenate')
def _(c, fn):
    t, s = c.type('biufc'), c.shape(2)
    d = c.one(0, 1)
    xs = [c.array(t=t, shape=tuple(c.one(0, 1, 2) if i == d else n for i, n in enumerate(s))) for _ in 'ab']
    return f'{fn}([{", ".join(xs)}], {d})'


@calls('lax.pad')
def _(c, fn):
    a = c.array('iuf', rank=c.one(1, 2), least=1)
    config = [(c.one(0, 1, 2, -1), c.one(0, 1, 2), c.one(0, 0, 1, 2)) for _ in c.of(a)]
    return f'{fn}({a}, {c.array(t=c.get(a).dtype.name, rank=0, odd=False)}, {config})'


@calls('lax.slice')
def _(c, fn):
    a = c.array(rank=c.one(1, 2))
    lo = [c.rng.randint(0, d) for d in c.of(a)]
    hi = [c.rng.randint(s, d) for s, d in zip(lo, c.of(a))]
    return f'{fn}({a}, {lo}, {hi}{", " + str([c.one(1, 2, 3) for _ in lo]) if c.some() else ""})'


@calls('lax.slice_in_dim')
def _(c, fn):
    a = c.array(rank=2, least=2)
    return f'{fn}({a}, {c.one(0, 1)}, {c.one(1, 2, -1, None)}{c.options(stride=c.one(1, 2))}{c.options(axis=c.axis(a))})'


@calls('lax.index_in_dim')
def _(c, fn):
    a = c.array(rank=2, least=2)
    return f'{fn}({a}, {c.one(0, 1, -1)}{c.options(axis=c.axis(a), keepdims=False)})'


@calls('lax.dynamic_slice')
def _(c, fn):
    a = c.array(rank=2, least=2)
    n = [c.rng.randint(0, d) for d in c.of(a)]
    return f'{fn}({a}, ({c.size(-3, -1, 0, 1, 2, 5)}, {c.size(0, 1, 3)}), {tuple(n)})'


@calls('lax.dynamic_update_slice')
def _(c, fn):
    a = c.array(rank=2, least=2)
    n = tuple(c.rng.randint(0, d) for d in c.of(a))
    u = c.array(t=c.get(a).dtype.name, shape=n)
    return f'{fn}({a}, {u}, ({c.size(-3, -1, 0, 1, 2, 5)}, {c.size(0, 1, 3)}))'


@calls('lax.dynamic_slice_in_dim')
def _(c, fn):
    a = c.array(rank=2, least=2)
    d = c.one(0, 1)
    return f'{fn}({a}, {c.size(-2, 0, 1, 4)}, {c.rng.randint(0, c.of(a)[d])}, axis={d})'


@calls('lax.dynamic_index_in_dim')
def _(c, fn):
    a = c.array(rank=2, least=2)
    return f'{fn}({a}, {c.size(-1, 0, 1, 9)}{c.options(axis=c.one(0, 1), keepdims=False)})'


@calls('lax.reduce')
def _(c, fn):
    a = c.array(t=c.one('int32', 'float32', 'float64', 'int64'), rank=2, odd=False)
    t = c.get(a).dtype
    bits = [('lax.bitwise_and', c.one(-1, 1, 6)), ('lax.bitwise_or', c.one(0, 1))] if t.kind == 'i' else []
    op, init = c.one(('lax.add', 0), ('lax.mul', 1), ('lax.max', -99), ('lax.min', 99), *bits)
    start = c.take(np.array(init, t)) if c.some() or t == 'float32' or t == 'int32' else init
    return f'{fn}({a}, {start}, {op}, {c.one((0,), (1,), (0, 1), ())})'


@calls('lax.argmax lax.argmin')
def _(c, fn):
    a = c.array('biuf', rank=2, least=1)
    return f'{fn}({a}, {c.one(0, 1)}, jnp.{c.one("int32", "int64", "uint32")})'


@calls('lax.cumsum lax.cumprod lax.cummax lax.cummin')
def _(c, fn):
    return f'{fn}({c.array("iuf", rank=2)}{c.options(axis=c.one(0, 1), reverse=True)})'


@calls('lax.reduce_sum lax.reduce_prod lax.reduce_max lax.reduce_min')
def _(c, fn):
    return f'{fn}({c.array("iuf", rank=2, least=1)}, {c.one((0,), (1,), (0, 1), ())})'


@calls('lax.sort')
def _(c, fn):
    return f'{fn}({c.array("biuf", rank=c.one(1, 2))}{c.options(dimension=c.one(0, -1))})'


@calls('lax.dot')
def _(c, fn):
    k, t = c.one(1, 2, 3), c.type('iufc')
    a, b = c.one(((k,), (k,)), ((2, k), (k,)), ((2, k), (k, 3)))
    return f'{fn}({c.array(t=t, shape=a)}, {c.array(t=t, shape=b)})'


@calls('lax.dot_general')
def _(c, fn):
    k, m, t = c.one(1, 2, 3), c.one(1, 2, 3), c.type('iufc')
    a, b, numbers = c.one(((2, k), (k, 3), (((1,), (0,)), ((), ()))), ((m, 2, k), (m, k, 3), (((2,), (1,)), ((0,), (0,)))),
                          ((k, m), (m, 2, k), (((0,), (2,)), ((1,), (0,)))), ((2,), (3,), (((), ()), ((), ()))))
    return f'{fn}({c.array(t=t, shape=a, odd=False)}, {c.array(t=t, shape=b, odd=False)}, {numbers})'


# ---- nn ----

@calls('nn.sigmoid nn.softplus nn.silu nn.swish nn.gelu')
def _(c, fn):
    return f'{fn}({c.array("f", odd=False)}{c.options(approximate=False) if "gelu" in fn else ""})'


@calls('nn.relu')
def _(c, fn):
    return f'{fn}({c.array("if")})'


@calls('nn.softmax nn.log_softmax nn.logsumexp')
def _(c, fn):
    a = c.array('f', rank=c.one(1, 2), least=1, odd=False)
    return f'{fn}({a}{c.options(axis=c.axis(a))})'


@calls('nn.one_hot')
def _(c, fn):
    return f'{fn}({c.array("iu", odd=False)}, {c.size()}{as_type(c, "iuf")})'


# ---- methods, attributes, operators, indexing ----

METHODS = '''sum prod max min mean any all var std argmax argmin cumsum cumprod round copy conj conjugate ravel squeeze
take dot swapaxes repeat diagonal trace sort argsort transpose astype'''.split()


@calls('method.reshape')
def _(c, fn):
    s = c.shape(least=1)
    n = int(np.prod(s))
    return f'{c.array(shape=s)}.reshape({c.one(f"({n}, 1)", f"1, {n}", "-1", f"(1, -1)")})'


@calls('method.flatten method.T method.mT method.real method.imag')
def _(c, fn):
    name = fn[7:]
    a = c.array('iufc', rank=2)
    return f'{a}.{name}()' if name == 'flatten' else f'{a}.{name}'


@calls('method.operator')
def _(c, fn):
    op = c.one('+', '-', '*', '/', '//', '%', '**', '@', '&', '|', '^', '<<', '>>', '<', '<=', '>', '>=', '==', '!=')
    if op == '@':
        return f'{c.array("iuf", shape=(2, 3))} @ {c.array("iuf", shape=c.one((3,), (3, 2)))}'
    kinds = 'biu' if op in '&|^' else 'iu' if op in '<<>>' and op not in '<>' else 'iuf'
    small = dict(low=0, high=4, odd=False, **{'rank': 1} if op == '**' else {}) if op in ('**', '<<', '>>') else {}
    a, b = c.pair(kinds, **small)
    if c.some(.2) and op != '**':
        b, a = a, b
    return f'{a} {op} {b}'


@calls('method.unary')
def _(c, fn):
    op = c.one('-', '+', '~', 'abs')
    a = c.array('biu' if op == '~' else 'iufc')
    return f'abs({a})' if op == 'abs' else f'{op}{a}'


def index(c, shape, traced=True):
    """The text of an index; arrays and traced numbers are arguments."""
    parts, left, arrays = [], list(shape), 0
    while left and c.some(.85):
        d = left[0]
        kind = c.one('int', 'slice', 'slice', 'none', 'dots', 'array', 'traced')
        if kind == 'none':
            parts.append('None')
            continue
        if kind == 'dots':
            if '...' not in parts:
                parts.append('...')
                left = left[c.rng.randint(0, len(left)):] if False else left
                break
            continue
        left.pop(0)
        if kind == 'int' and d:
            parts.append(str(c.rng.randrange(-d, d)))
        elif kind == 'array' and d and not arrays:
            arrays = 1
            i = np.array([c.rng.randrange(-d, d) for _ in range(c.one(1, 2, 3))], c.one('int32', 'int64'))
            parts.append(c.take(i))
        elif kind == 'traced' and d and traced:
            parts.append(c.take(c.rng.randrange(-d, d)))
        else:
            cut = [c.one('', '', *map(str, range(-d - 1, d + 2))) for _ in 'ab']
            parts.append(':'.join(cut) + c.one('', '', ':2', ':-1', ':-2'))
    return ', '.join(parts) or '...'


@calls('method.getitem')
def _(c, fn):
    a = c.array(rank=c.one(1, 2, 3))
    return f'{a}[{index(c, c.of(a))}]'


@calls('method.at')
def _(c, fn):
    """Unsigned and bool indices never meet; arrays of indices hold each row once."""
    a = c.array('if', rank=c.one(1, 2), odd=False)
    how = c.one('set', 'add', 'multiply', 'min', 'max')
    return f'{a}.at[{index(c, c.of(a))}].{how}({c.one(1, 2, 0)})'


def everything(functions):
    """The names of all generators; raises if a function of the API has none."""
    names = [*GENERATORS, *('method.' + m for m in METHODS)]
    # draws are compared with jax's: random_calls.py; what lies below functions that are written in Python: tests/numeric
    elsewhere = ('random.', 'lapack.', 'promotion.', 'window.', 'lax.top_k')
    missing = [f for f in functions if f not in names and not f.startswith(elsewhere)]
    if missing:
        raise SystemExit('no calls are made of: ' + ' '.join(missing))
    return names


def make(name, rng):
    """(text, args) of one call of a function."""
    c = Call(rng)
    module, _, fn = name.partition('.')
    if name in GENERATORS:
        return GENERATORS[name](c, name), c.args
    text = GENERATORS['jnp.' + fn](c, 'jnp.' + fn)
    inside = text[text.index('(') + 1:]
    first, _, rest = inside.partition(',')
    if inside[1] in ').[':  # the whole argument list is one name
        first, rest = inside[0], inside[1:]
    return f'{first}.{fn}({rest.strip()}', c.args
