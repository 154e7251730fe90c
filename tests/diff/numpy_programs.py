"""Random programs that use numpy as a host library: views, aliases, items, promotion, lists.

Program(rng) makes one: statements are run with numpy as they are chosen, so that most of them fit
what the program has made before. Every statement stands in a try that prints the class of its
exception. `lines` is the program's text; `output` what numpy printed, a list with one text for each
statement; `loose` the numbers of the statements whose last digits may differ, because numpy computes
them with vector instructions or libraries of the machine (powers, logarithms, trigonometric
functions; the order of sums in products and variances; absolute values and roots of complex numbers,
and their products, which it fuses; which zero a maximum takes), or because they use a value that such
a statement has made or changed. All else, above all + - * / and sqrt, is exact. `old`: this version of numpy has done something that 1.26
does not do. `undefined`: a number that does not fit was cast to uint32, for which numpy has one answer
in vectors and another one elsewhere, or a product of complex numbers has an infinity or NaN, for which
vectors and BLAS have answers of their own, or a power in place met a negative exponent in a buffer.

Strides of axes with no or one element are not asked for: numpy leaves them undefined.
"""
import contextlib
import io
import re
import warnings

import numpy as np

INTS = ['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64']
FLOATS = ['float16', 'float32', 'float64']
TYPES = ['bool', *INTS, *FLOATS, 'complex64', 'complex128', 'int64', 'int64', 'float64', 'float64', 'float64']
NUMBERS = ['0', '1', '2', '3', '-1', '-2', '5', '7', '100', '-100', '200', '300', '1000', '70000', '2**31', '2**40', '-3',
           '0.5', '1.5', '-0.25', '2.0', '3.0', '-1.0', '0.0', '100.0', '70000.0', '1e39', '1e300', 'True', 'False', '1j', '(1+2j)', '4', '6']
BINARY = ['+', '-', '*', '/', '//', '%', '+', '-', '*', '<', '<=', '==', '!=', '>', '>=', '&', '|', '^', '<<', '>>', '**', '@']
INPLACE = ['+', '-', '*', '/', '//', '%', '+', '-', '*', '&', '|', '^', '<<', '>>', '**']
UNARY = ['-', '+', '~', 'abs']
EXACT1 = ['negative', 'positive', 'absolute', 'abs', 'square', 'sqrt', 'floor', 'ceil', 'trunc', 'rint', 'sign', 'isnan', 'isinf',
          'isfinite', 'logical_not', 'invert', 'conj', 'conjugate', 'fabs', 'signbit', 'reciprocal', 'fix', 'real', 'imag', 'isposinf', 'isneginf']
LOOSE1 = ['exp', 'log', 'sin', 'cos', 'tan', 'arctan', 'tanh', 'log2', 'log10', 'exp2', 'expm1', 'log1p', 'cbrt', 'deg2rad', 'rad2deg',
          'sinh', 'cosh', 'arcsinh', 'arcsin', 'arccos', 'arccosh', 'arctanh', 'degrees', 'radians', 'angle', 'sinc']
EXACT2 = ['add', 'subtract', 'multiply', 'divide', 'true_divide', 'floor_divide', 'remainder', 'mod', 'fmod', 'maximum', 'minimum', 'fmax', 'fmin',
          'equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal', 'logical_and', 'logical_or', 'logical_xor',
          'bitwise_and', 'bitwise_or', 'bitwise_xor', 'left_shift', 'right_shift', 'copysign', 'heaviside', 'gcd', 'lcm', 'divmod',
          'nextafter']
FOLDS = ['add', 'multiply', 'maximum', 'minimum', 'subtract', 'divide', 'floor_divide', 'remainder', 'logical_and', 'logical_or', 'logical_xor', 'bitwise_and',
         'bitwise_or', 'bitwise_xor', 'fmax', 'fmin', 'gcd', 'lcm', 'hypot', 'power', 'add', 'multiply', 'maximum', 'less', 'left_shift', 'copysign']
LOOSE2 = ['arctan2', 'hypot', 'logaddexp', 'float_power', 'power']
REDUCE = ['sum', 'prod', 'max', 'min', 'amax', 'amin', 'all', 'any', 'mean', 'argmax', 'argmin', 'cumsum', 'cumprod', 'ptp',
          'count_nonzero', 'median', 'sort', 'var', 'std', 'argsort']
METHODS = ['sum', 'prod', 'max', 'min', 'all', 'any', 'mean', 'argmax', 'argmin', 'cumsum', 'cumprod', 'ptp', 'var', 'std']

PRODUCTS = re.compile(r'[*/@]|multiply|square|sqrt|prod|divide|recip|var|std|mean|round')

EXTREMES = re.compile(r'maximum|minimum|fmax|fmin|\b(max|min|amax|amin|ptp)\(')  # which zero of both signs

ERRORS = '''def show(r):
    if isinstance(r, (tuple, list)):
        print(type(r).__name__, len(r))
        for x in r:
            show(x)
    else:
        print(repr(r), '' if hasattr(r, 'kind') else type(r).__name__)
        if isinstance(r, np.ndarray):
            print(r.dtype, r.shape)


def failed(e):
    if isinstance(e, NotImplementedError):
        print('refused:', e)
    elif isinstance(e, ValueError):
        print('failed: ValueError', e)
    elif isinstance(e, (IndexError, ZeroDivisionError, OverflowError)):
        print('failed:', type(e).__name__, e)
    elif isinstance(e, TypeError):
        print('failed: TypeError')
    else:
        print('failed:', type(e).__name__, e)


'''
HEAD = 'import numpy as np\n\n\n' + ERRORS


class Program:
    def __init__(self, rng, statements=None):
        self.r = rng
        self.lines, self.n = [], 0
        self.inexact, self.tainted = False, set()  # the statement being made; names of values
        self.output, self.loose, self.undefined = [], set(), False
        self.space = {}
        exec(compile(HEAD, 'program', 'exec'), self.space)
        with warnings.catch_warnings(record=True) as told, np.errstate(all='ignore', invalid='warn'):
            warnings.simplefilter('always')
            for _ in range(rng.randint(1, 2)):
                self.make()
            for _ in range(statements or rng.randint(4, 12)):
                self.statement()
            for name in self.arrays():
                self.do(f'show({name})')
                self.do(f'print({name}.base is None, [s for s, n in zip({name}.strides, {name}.shape) if n > 1])')
        # what numpy 1.24 warns of and 1.26 does in another way
        self.old = any(w in str(t.message) for t in told for w in ('elementwise comparison failed', "Applying '+' to"))
        casts = any('invalid value encountered in cast' in str(t.message) for t in told)
        self.undefined |= casts and 'uint32' in ''.join(self.lines + self.output)

    # ---- running ----

    def is_complex(self, text, names):
        return re.search(r'\dj|complex', text) or any(np.iscomplexobj(self.space.get(n)) for n in names)

    def values(self):
        return {k: (id(v), v.tobytes()) for k, v in self.space.items() if isinstance(v, (np.ndarray, np.generic))}

    def run(self, text):
        out = io.StringIO()
        names = set(re.findall(r'\b(?:v\d+|[xpqi])\b', text))
        loose = self.inexact or not self.tainted.isdisjoint(names) or EXTREMES.search(text) or (PRODUCTS.search(text) and self.is_complex(text, names))
        before = self.values() if loose else None
        with contextlib.redirect_stdout(out):
            exec(compile(text, 'program', 'exec'), self.space)
        if loose:
            self.loose.add(len(self.output))
            self.tainted |= {k for k, v in self.values().items() if before.get(k) != v}
            infinite = re.search('nan|inf', out.getvalue()) and self.is_complex(text, names)
            self.undefined |= bool(infinite)
        if 'negative integer powers' in out.getvalue() and '**=' in text:  # what is written before that may be what lay there
            self.undefined |= any(getattr(self.space.get(n), 'dtype', 'int64') != 'int64' for n in names)
        self.inexact = False
        self.output.append(out.getvalue())
        self.lines.append(text)

    def do(self, statement):
        text = f'try:\n    {statement}\nexcept Exception as e:\n    failed(e)\n'
        self.run(text)

    # ---- choosing ----

    def one(self, *xs):
        return self.r.choice(xs)

    def some(self, p=.5):
        return self.r.random() < p

    def arrays(self):
        return [k for k, v in self.space.items() if isinstance(v, np.ndarray) and v.dtype.kind in 'biufc' and len(k) <= 3]

    def scalars(self):
        return [k for k, v in self.space.items() if isinstance(v, np.generic) and len(k) <= 3]

    def array(self):
        while not self.arrays():
            self.make()
        return self.one(*self.arrays())

    def name(self):
        self.n += 1
        return f'v{self.n}'

    def number(self):
        return self.one(*NUMBERS)

    def small(self):
        return self.one('0', '1', '2', '3', '-1', '0.5', '1.5', '-2', '4', 'True', '0.25', '10')

    def scalar(self):
        if self.some(.5):
            return f'np.{self.one(*TYPES).replace("bool", "bool_")}({self.one("0", "1", "2", "3", "5", "100", "-1")})'
        names = self.scalars()
        return self.one(*names) if names else self.number()

    def items(self, shape, kind=None):
        kind = kind or self.one('i', 'i', 'f', 'f', 'm', 'b', 'c')
        if not shape:
            return {'i': lambda: str(self.r.randint(-9, 9)), 'f': lambda: str(self.r.randint(-20, 20) / 4),
                    'b': lambda: str(self.some()), 'm': lambda: self.small(),
                    'c': lambda: str(complex(self.r.randint(-3, 3), self.r.randint(-3, 3)))}[kind]()
        inside = ', '.join(self.items(shape[1:], kind) for _ in range(shape[0]))
        return f'[{inside}]'

    def shape(self, most=3):
        return tuple(self.r.choice([0, 1, 2, 2, 3, 3, 4] if self.some(.25) else [1, 2, 2, 3, 3, 4]) for _ in range(self.r.choice([1, 1, 1, 2, 2, 2, 3][:most + 4])))

    def list(self, shape=None):
        text = self.items(shape or self.shape(2))
        return text if self.some(.8) or not shape else f'({text[1:-1]},)' if text[1:-1] else '()'

    def value_of(self, name):
        return self.space[name]

    def axis(self, rank, none=True):
        if rank == 0 or self.some(.03):
            return str(self.r.randint(-3, 3))
        if none and self.some(.3):
            return 'None'
        if none and rank > 1 and self.some(.15):
            return '(0, 1)'
        return str(self.r.randint(-rank, rank - 1))

    def operand(self, like=None):
        """Something to compute with an array: one that can be broadcast to it, most of the time."""
        k = self.r.random()
        if k < .35:
            return self.number() if self.some(.6) else self.small()
        if k < .5:
            return self.scalar()
        if like is not None and k < .65:
            shape = list(self.value_of(like).shape)
            while shape and self.some(.3):
                shape.pop(0)
            shape = [1 if self.some(.15) else d for d in shape]
            return self.items(tuple(shape)) if shape else self.small()
        if like is not None and k < .9:
            fits = []
            for n in self.arrays():
                with contextlib.suppress(ValueError):
                    np.broadcast_shapes(self.value_of(n).shape, self.value_of(like).shape)
                    fits.append(n)
            return self.one(*fits)
        return self.array()

    # ---- indices ----

    def slice(self, n):
        def part():
            return '' if self.some(.4) else str(self.r.randint(-n - 1, n + 1))
        step = '' if self.some(.5) else ':' + self.one('1', '2', '-1', '-2', '3', '')
        return part() + ':' + part() + step

    def index(self, x, basic=False):
        rank = x.ndim
        if rank == 0:
            return self.one('()', '...', 'None', '0')
        k = self.r.random()
        if not basic and k < .12:
            return self.mask(x)
        if not basic and k < .24:
            return self.places(x.shape[0])
        parts, axis = [], 0
        for _ in range(self.r.randint(1, rank)):
            n = x.shape[axis]
            j = self.r.random()
            if j < .45:
                parts.append(str(self.r.randint(-n, n - 1)) if n and self.some(.95) else str(n + self.r.randint(0, 3)))
            elif j < .85 or basic:
                parts.append(self.slice(n))
            else:
                parts.append(self.places(n))
            axis += 1
            if self.some(.08):
                parts.append('None')
        if len(parts) < rank and self.some(.2):
            parts.insert(self.r.randint(0, len(parts)), '...')
        if self.some(.02):
            parts.append('0')
        return ', '.join(parts)

    def places(self, n):
        low, high = (-n, n - 1) if n and self.some(.95) else (-n - 1, n + 1)
        places = [str(self.r.randint(low, max(low, high))) for _ in range(self.r.randint(1, 4))]
        if self.some(.2):
            return f'np.array([{", ".join(places)}])'
        return f'[{", ".join(places)}]'

    def mask(self, x):
        name = next(k for k, v in self.space.items() if v is x) if any(v is x for v in self.space.values()) else None
        if name and x.dtype.kind != 'c' and self.some(.6):
            return f'{name} {self.one(">", "<", "==", "!=", ">=")} {self.one("0", "1", "2", "0.5")}'
        shape = x.shape[:self.r.randint(1, x.ndim)] if self.some(.9) else (self.r.randint(1, 4),)
        return self.items(shape, 'b')

    # ---- statements ----

    def bind(self, text):
        name = self.name()
        self.do(f'{name} = {text}')
        return name

    def make(self):
        t = self.one(*TYPES)
        shape = self.shape()
        k = self.r.random()
        if k < .35:
            self.bind(f'np.array({self.items(shape)})')
        elif k < .5:
            self.bind(f"np.array({self.items(shape, 'i' if t[0] in 'iub' else None)}, {self.one('', 'dtype=')}'{t}')")
        elif k < .65:
            n = int(np.prod(shape))
            self.bind(f'np.arange({n}).reshape({shape})')
        elif k < .75:
            self.bind(f"np.{self.one('zeros', 'ones')}({shape}, '{t}')")
        elif k < .82:
            self.bind(f'np.full({shape}, {self.number()})')
        elif k < .9:
            self.bind(f"np.arange({self.one('5', '2, 7', '0, 10, 3', '5, 0, -2', '0, 1, 0.25', '4.0', '-2, 2', '0')}"
                      f"{self.one('', '', ', dtype=' + repr(self.one(*INTS, *FLOATS)))})")
        elif k < .95:
            self.bind(f"np.{self.one('eye(3)', 'eye(2, 3, 1)', 'identity(2)', 'tri(3)', 'linspace(0, 1, 5)', 'linspace(2, 3, 4, endpoint=False)', 'linspace(0, 10, 3, dtype=int)')}")
        else:
            a = self.array() if self.arrays() else None
            if a:
                self.bind(f"np.{self.one('zeros_like', 'ones_like', 'full_like')}({a}".replace('full_like(' + a, f'full_like({a}, {self.number()}') + ')')

    def view(self):
        a = self.array()
        x = self.value_of(a)
        rank, k = x.ndim, self.r.random()
        if k < .4:
            self.bind(f'{a}[{self.index(x, basic=self.some(.8))}]')
        elif k < .5:
            shape = self.one((-1,), (1, -1), (-1, 1), x.shape[::-1], (2, -1), (x.size,), (*x.shape, 1))
            self.bind(self.one(f'{a}.reshape({shape})', f'np.reshape({a}, {shape})', f'{a}.reshape({", ".join(map(str, shape))})'
                               if shape else f'{a}.reshape(())', f"{a}.reshape({shape}, order='F')"))
        elif k < .6:
            self.bind(self.one(f'{a}.T', f'np.transpose({a})', f'{a}.ravel()', f'np.ravel({a})', f'{a}.flatten()', f'{a}.transpose()',
                               f"{a}.ravel(order='F')", f"{a}.flatten('F')"))
        elif k < .7:
            self.bind(self.one(f'np.asarray({a})', f'np.array({a})', f'{a}.copy()', f'np.array({a}, copy=False)', f'np.copy({a})', a, f'{a}[:]', f'{a}[...]',
                               f"{a}.astype('{self.one(*TYPES)}')", f"np.asarray({a}, '{self.one(*TYPES)}')", f"{a}.astype('{x.dtype}', copy=False)",
                               f'np.ascontiguousarray({a})'))
        elif k < .8:
            self.bind(self.one(f'np.squeeze({a})', f'{a}.squeeze()', f'np.expand_dims({a}, {self.one("0", "-1", "1")})', f'np.atleast_2d({a})',
                               f'np.atleast_1d({a})', f'np.atleast_3d({a})', f'np.flip({a})', f'np.flipud({a})', f'np.fliplr({a})', f'{a}.real', f'{a}.imag'))
        elif k < .9 and rank >= 2:
            self.bind(self.one(f'{a}.swapaxes(0, 1)', f'np.swapaxes({a}, -1, 0)', f'{a}.diagonal()', f'np.diagonal({a}, {self.one("0", "1", "-1")})',
                               f'np.diag({a})', f'np.moveaxis({a}, 0, -1)', f'np.rot90({a})', f'np.flip({a}, {self.axis(rank)})', f'np.rot90({a}, {self.r.randint(-3, 5)})',
                               f'np.triu({a})', f'np.tril({a}, {self.r.randint(-2, 2)})'))
        else:
            shape = (self.r.randint(1, 3), *x.shape)
            self.bind(self.one(f'np.broadcast_to({a}, {shape})', f'np.diag({a})', f'np.split({a}, 1)[0]', f'np.array_split({a}, 2)[{self.one("0", "1")}]',
                               f'np.broadcast_arrays({a}, [1, 2])[0]' if x.shape and x.shape[-1] in (1, 2) else f'np.atleast_2d({a})'))

    def value(self, shape):
        k = self.r.random()
        if k < .45:
            return self.number() if self.some(.3) else self.small()
        if k < .55:
            return self.scalar()
        if k < .8:
            shape = tuple(1 if self.some(.15) else d for d in shape)
            while shape and self.some(.2):
                shape = shape[1:]
            if self.some(.07):
                shape = (*shape, self.r.randint(1, 4))
            return self.items(shape)
        fits = [n for n in self.arrays() if self.value_of(n).shape == shape[len(shape) - self.value_of(n).ndim:] and self.value_of(n).dtype.kind != 'c']
        return self.one(*fits) if fits else self.small()

    def assign(self):
        a = self.array()
        x = self.value_of(a)
        i = self.index(x)
        try:
            shape = eval(f'{a}[{i}]', self.space)
            shape = shape.shape if isinstance(shape, np.ndarray) else ()
        except Exception:
            shape = ()
        k = self.r.random()
        if k < .6:
            self.do(f'{a}[{i}] = {self.value(shape)}')
        elif k < .9:
            op = self.one(*INPLACE)
            self.do(f'{a}[{i}] {op}= {self.power() if op == "**" else self.value(shape)}')
        elif k < .95:
            self.do(f'{a}.fill({self.small()})')
        else:
            self.do(self.one(f'np.copyto({a}, {self.small()})', f'{a}.sort()', f'{a}.sort(0)', f'{a}[{i}], v0 = {self.small()}, 1'))

    def inplace(self):
        a = self.array()
        op = self.one(*INPLACE)
        self.do(f'{a} {op}= {self.power(a) if op == "**" else self.operand(a)}')

    def power(self, like=None):
        self.inexact = True
        if like is not None and self.some(.5):
            return self.operand(like)
        return self.one('2', '3', '0', '1', '2.0', '0.5', '-1', '-2', 'np.int8(2)', 'np.float32(2)', '[2]', '1.5', '7', '-0.5', '1j', '100')

    def loop(self):
        a = self.array()
        x = self.value_of(a)
        body = self.one('print(x)', 'x += 1', 'x[0] = 7', 'x *= 2', 'print(x.sum())', 'show(x)', 'x[...] = 3') if x.ndim > 1 else self.one('print(x)', 'x += 1', 'show(x + 1)')
        self.run(f'try:\n    for x in {a}:\n        {body}\nexcept Exception as e:\n    failed(e)\n')

    def compute(self):
        a = self.array()
        k = self.r.random()
        if k < .6:
            x, y = a, self.operand(a)
            if self.some(.3):
                x, y = y, x
            op = self.one(*BINARY)
            if op == '**' and self.some(.5):
                y = self.one('2', '3', '0', '1', '2.0', '0.5', '-1', '7')
            self.inexact |= op in ('**', '@')
            text = f'{x} {op} {y}'
        elif k < .7:
            op = self.one(*UNARY)
            self.inexact |= op == 'abs'
            text = f'abs({a})' if op == 'abs' else f'{op}{a}'
        elif k < .75:
            text = self.one(f'divmod({a}, {self.small()})', f'{a} in [{a}.size]', f'np.where({a} > 0, {a}, {self.operand(a)})',
                            f'np.clip({a}, {self.one("0", "-1", "None")}, {self.one("2", "3", "1.5")})', f'{a}.clip(0, 2)', f'{a}.clip(min=1)')
        elif k < .85:
            f = self.one(*EXACT2) if self.some(.8) else self.one(*LOOSE2)
            self.inexact |= f in LOOSE2
            text = f'np.{f}({a}, {self.operand(a)})'
        else:
            f = self.one(*EXACT1) if self.some(.75) else self.one(*LOOSE1)
            self.inexact |= f in LOOSE1 or 'abs' in f
            text = f'np.{f}({a if self.some(.7) else self.operand(a)})'
        if self.some(.5):
            self.do(f'show({text})')
        else:
            self.bind(text)

    def scalar_math(self):
        a = self.array()
        x = self.value_of(a)
        if x.size and self.some(.4):
            place = ', '.join(str(self.r.randrange(d)) for d in x.shape)
            self.bind(f'{a}[{place}]' if place else f'{a}[()]')
        x, y = self.scalar(), self.number() if self.some() else self.scalar()
        if self.some(.3):
            x, y = y, x
        op = self.one(*BINARY[:-1])
        if op in ('**', '<<'):
            y = self.small()
        self.inexact |= op == '**'
        text = self.one(f'{x} {op} {y}', f'{x} {op} {y}', f'({x}).dtype' if 'np' in x or 'v' in x else f'np.array({x}).dtype', f'np.add({x}, {y})', f'np.result_type({x}, {y})',
                        f'round({x}, 1)', f'int({x})', f'float({x})', f'bool({x})', f'-({x})', f'abs({x})', f'np.maximum({x}, {y})',
                        f'[1, 2] * {x}' if self.modest(x) else f'[] * {x}', f'np.array([{x}, {y}])', f'f"{{{x}}} {{{y}}}"', f'[5, 6, 7][{x}]', f'divmod({x}, {y})',
                        f'isinstance({x}, float)', f'isinstance({x}, np.int64)', f'hash({x}) == hash({y})')
        self.do(f'show({text})')

    def reduce(self):
        a = self.array()
        rank = self.value_of(a).ndim
        given = a if self.some(.7) else self.list()
        f = self.one(*REDUCE)
        if f in ('argmax', 'argmin', 'cumsum', 'cumprod', 'sort', 'median', 'argsort'):
            axis = self.axis(rank, none=False) if self.some(.7) or f in ('sort', 'argsort') else 'None'
        else:
            axis = self.axis(rank)
        more = '' if f in ('argmax', 'argmin', 'cumsum', 'cumprod', 'sort', 'argsort') or self.some(.8) else ', keepdims=True'
        if f in ('sum', 'prod', 'cumsum', 'cumprod') and self.some(.15):
            more += f", dtype='{self.one(*TYPES)}'"
        self.inexact |= f in ('var', 'std', 'max', 'min', 'amax', 'amin', 'ptp')  # of zeros of both signs the machine's vectors choose
        if given == a and f in METHODS and self.some():
            text = f'{a}.{f}({"axis=" + axis + more if self.some(.7) else ""})'
        else:
            text = f'np.{f}({given}{", axis=" + axis + more if self.some(.7) and given == a else ""})'
        if 'argsort' in text:
            text = text.replace('np.argsort(', "np.argsort(").replace(')', ", kind='stable')", 1) if text.count(')') == 1 else f"np.argsort({given}, kind='stable')"
        self.do(f'show({text})' if self.some(.7) else f'{self.name()} = {text}')

    def function(self):
        a, b = self.array(), self.array()
        x = self.value_of(a)
        rank = x.ndim
        same = [n for n in self.arrays() if self.value_of(n).shape == x.shape]
        b = self.one(*same) if self.some(.8) else b
        l = self.list(x.shape if self.some(.7) else None)
        given = self.one(a, a, l)
        text = self.one(
            f'np.concatenate([{a}, {b}])', f'np.concatenate([{a}, {l}], axis={self.axis(rank)})', f'np.stack([{a}, {b}])', f'np.stack([{a}, {b}], axis=-1)',
            f'np.vstack([{a}, {b}])', f'np.hstack([{a}, {b}])', f'np.hstack(({a}, {l}))', f'np.dstack([{a}, {b}])', f'np.column_stack([{a}, {b}])', f'np.append({a}, {self.operand(a)})',
            f'np.append({a}, {b}, axis=0)',
            f'np.tile({given}, {self.one("2", "(2, 1)", "(1, 2)", "0")})', f'np.repeat({given}, 2)', f'np.repeat({a}, 2, axis={self.axis(rank, False)})',
            f'np.roll({given}, {self.r.randint(-4, 4)})', f'np.roll({a}, 1, axis={self.axis(rank, False)})', f'np.diff({given})', f'np.diff({a}, axis={self.axis(rank, False)})',
            f'np.take({a}, {self.places(x.size)})', f'np.take({a}, {self.number()})', f'np.repeat({a}, {self.small()})', f'np.take({a}, {self.items((2,))})',
            f'np.repeat({a}, {self.items((x.shape[0] if rank else 1,))}, axis=0)', f'np.dot({a}, {self.one("()", "[]", "[[]]")})', f'np.inner({self.one("()", "[]", l)}, {a})',
            f'np.tensordot({a}, {b}, {self.one("0", "1", "2", "-1", "(0, 0)", "((0,), (0,))", "((0, 1), (0, 1))", "((-1,), (0,))", "((1, 0), (0, 1))")})', f'np.clip({a}, {self.operand(a)}, {self.operand(a)})',
            f'[5, 6, 7][{self.scalar()}]', f'np.zeros({self.one("2", "np.int8(2)", "np.uint64(3)", "np.float32(2)", "2.0", "True", "np.bool_(1)", "-1", "2**70", "[2, 0]")})', f'{a}.take({self.places(x.shape[0] if rank else 1)}, axis=0)', f'np.pad({given}, 1)', f'np.pad({a}, (1, 2), constant_values=3)',
            f'np.allclose({a}, {given})', f'np.isclose({a}, {given})', f'np.array_equal({a}, {given})', f'np.array_equal({a}, {b})', f'np.dot({a}, {b})', f'np.inner({a}, {b})', f'np.outer({a}, {l})',
            f'np.dot({a}, {l})', f'{a} @ {b}', f'np.matmul({a}, {b}.T)', f'np.dot({a}, {b}.T)', f'np.vdot({a}, {b})', f'np.tensordot({a}, {b}, {rank})', f'np.trace({a})', f'{a}.trace()',
            f'np.round({a}, {self.r.randint(-2, 4)})', f'{a}.round({self.r.randint(0, 3)})', f'np.around({l}, 1)', f'np.round({self.small()}, 1)', f'np.nonzero({a})', f'{a}.nonzero()',
            f'np.where({a})', f'np.where({a} > 1, {l}, {a})', f'np.where({l}, {self.number()}, {self.number()})', f'np.average({a})', f'np.average({l})',
            f'{a}.tolist()', f'{a}.item({self.r.randint(0, max(x.size - 1, 0))})', f'{a}.item()', f'np.shape({given})', f'np.ndim({given})', f'np.size({given})', f'len({a})',
            f'list({a})', f'np.array({l}).dtype', f"np.array({l}, '{self.one(*TYPES)}')", f'np.array([{a}, {b}])', f'np.array([{a}, {l}])', f'np.array(({self.number()}, {self.number()}))',
            f'np.array([{self.scalar()}, {self.number()}])', f'np.meshgrid({self.items((2,))}, {self.items((3,))})', f'np.broadcast_arrays({a}, {self.small()})', f'np.split({a}, {self.one("2", "[1]", "[1, 2]", "3")})',
            f'np.array_split({a}, {self.one("2", "3")})', f'np.nan_to_num({a})', f'np.select([{a} > 1, {a} < 0], [{a}, {self.small()}])', f'np.einsum("i,i", {self.items((3,))}, {self.items((3,))})',
            f'np.polyval({self.items((3,))}, {given})', f'np.result_type({a}, {self.operand(a)})', f'np.promote_types({x.dtype.name!r}, {self.one(*TYPES)!r})',
            f'{a} == {self.one("None", l, "[1, 2, 3]", b)}', f'np.can_cast({x.dtype.name!r}, {self.one(*TYPES)!r})', f'bool({a})', f'int({a})', f'float({a})', f'sum({a})', f'max({l})', f'sorted({a}.ravel().tolist())' if x.dtype.kind != 'c' else f'{a}.size',
            f'np.median({l})', f'np.mean({l})', f'np.std({a}, ddof=1)', f'{a}.argsort(kind="stable")', f'np.sum([{a}, {b}])', f'np.maximum({l}, {self.small()})', f'np.sqrt({l})', f'np.abs({l})')
        self.inexact |= any(w in text for w in ('std', 'average', 'polyval', 'dot', 'inner', '@', 'matmul', 'einsum', 'abs'))
        if self.some(.6):
            self.do(f'show({text})')
        else:
            self.bind(text)

    def question(self):
        a, b = self.array(), self.array()
        text = self.one(f'{a} is {b}', f'{a}.base is {b}', f'{a}.base is None', f'np.shares_memory({a}, {b})', f'({a}.shape, {a}.ndim, {a}.size, {a}.dtype)', f'[s for s, n in zip({a}.strides, {a}.shape) if n > 1]', f'{a}.base is None', f'np.may_share_memory({a}, {b})',
                        f'{a}.T.shape', f'str({a})', f'{a}.nbytes', f'{a}.itemsize', f'{a}.dtype == {b}.dtype', f'isinstance({a}, np.ndarray)', f'{a}.dtype.kind')
        self.do(f'show({text})')

    def into(self):
        a, b = self.array(), self.array()
        same = [n for n in self.arrays() if self.value_of(n).shape == self.value_of(a).shape]
        mask = f'{self.one(*same)} > 1' if self.value_of(a).dtype.kind != 'c' and self.some(.6) else self.items(self.value_of(a).shape, 'b')
        if self.some(.4):
            out = self.one(*same)
            return self.do(f'np.{self.one(*EXACT2[:12])}({a}, {self.operand(a)}, out={out}, where={mask})' if self.some() else
                           f'show(np.{self.one(*EXACT1[:6])}({a}, where={mask}, out={out}))')
        self.do(self.one(f'np.{self.one(*EXACT2[:12])}({a}, {self.operand(a)}, out={self.one(*same)})', f'show(np.{self.one(*EXACT1[:6])}({a}, out={self.one(*same)}))',
                         f'np.{self.one("add", "multiply")}({a}, {b}, {self.one(*same)})', f"show(np.add({a}, {self.small()}, dtype='{self.one(*TYPES)}'))"))

    def modest(self, x):
        """Whether a list may be repeated so many times."""
        try:
            return abs(eval(x, self.space)) < 100
        except Exception:
            return True

    def ufunc(self):
        a, f = self.array(), self.one(*FOLDS)
        x = self.value_of(a)
        more = self.one('', '', '', ', keepdims=True', f', initial={self.small()}', f", dtype='{self.one(*TYPES)}'")
        self.inexact |= f in ('hypot', 'logaddexp', 'float_power', 'power', 'divide', 'true_divide', 'maximum', 'minimum', 'fmax', 'fmin')
        text = self.one(
            f'np.{f}.reduce({a}{", axis=" + self.axis(x.ndim) if self.some(.6) else ""}{more})', f'np.{f}.reduce({self.list()})',
            f'np.{f}.accumulate({a}{", axis=" + self.axis(x.ndim, False) if self.some(.6) else ""})', f'np.{f}.outer({a}, {self.operand()})',
            f'np.{f}.outer({self.list()}, {a})', f'np.{f}.{self.one("nin", "nout", "nargs", "identity", "__name__")}')
        if self.some(.25):
            places = self.one(self.places(x.shape[0] if x.ndim else 1), self.index(x), '[0, 0, -1]')
            places = places if ':' not in places and '...' not in places and ', ' not in places.split('[')[0] else '[0, 0, -1]'
            return self.do(self.one(f'np.{f}.at({a}, {places}, {self.value(())})', f'np.{self.one("negative", "square")}.at({a}, {places})'))
        self.do(f'show({text})') if self.some(.7) else self.bind(text)

    def linalg(self):
        self.inexact = True
        n = self.r.randint(1, 3)
        kind = self.one('i', 'f', 'c', 'f')
        square = self.items(self.one((n, n), (n, n), (2, n, n)), kind)
        given = self.one(square, square, f"np.array({square}, '{'complex64' if kind == 'c' else 'float32'}')", self.array())
        vector = self.items(self.one((n,), (n, 2), (n,)), self.one('i', 'f'))
        a = self.array()
        order = self.one('None', '1', '2', 'np.inf', '-np.inf', '-1', '0', '3', "'fro'", '0.5')
        self.do('show(' + self.one(
            f'np.array([np.linalg.det({given})])', f'np.linalg.inv({given})', f'np.linalg.solve({self.items((n, n), kind)}, {vector})', f'np.linalg.norm({a})',
            f'np.linalg.norm({a}, {order})', f'np.linalg.norm({a}, axis={self.axis(self.value_of(a).ndim)})',
            f'np.linalg.norm({a}, ord={order}, axis={self.axis(self.value_of(a).ndim)}, keepdims={self.some()})',
            f'np.linalg.matrix_power({given}, {self.one("1", "2", "3", "0", "5", "-1")})') + ')')

    def kind(self):
        """Types by all their names, and questions about them."""
        a, x = self.array(), self.scalar()
        kind = self.one('integer', 'floating', 'number', 'inexact', 'generic', 'signedinteger', 'complexfloating', 'unsignedinteger')
        t = self.one('<f8', '=i4', '|u1', 'f4', '<c16', 'i2', 'd', 'e', '?', 'intp', 'q', '<U3', 'object', 'S2', '>f8', 'O', 'float', 'int', 'foo', 'half', 'uintc')
        self.do('show(' + self.one(
            f'isinstance({x}, np.{kind})', f'isinstance({x}, (float, np.{kind}))', f'np.issubdtype({a}.dtype, np.{kind})', f'issubclass(np.{self.one(*FLOATS, *INTS)}, np.{kind})',
            f'issubclass(np.{self.one(*FLOATS, "complex128")}, {self.one("float", "int", "complex", "object")})', f"np.dtype('{t}')", f"{a}.astype('{t}')", f"np.zeros(2, '{t}')",
            f"np.array({self.list()}, '{t}')", f'np.array({self.list()}, {self.one("str", "object", "bytes", "float", "int", "bool", "complex")})',
            f'hasattr({a}, {self.one("flat", "shape", "foo", "T", "ctypes")!r})', f'getattr({a}, {self.one("size", "foo", "nbytes", "flags")!r}, None)',
            f'{self.one(self.list(), self.number(), a, x)} in {a}', f'{a} in [{a}]', f'np.{self.one("True_", "False_", "Inf", "NaN", "NINF", "PZERO")}') + ')')

    def index_more(self):
        """Grids, truth values and whole numbers of every type as indices; views; parts."""
        a, x = self.array(), None
        x = self.value_of(a)
        grid = ', '.join(self.one(self.places(n), self.items((n,), 'b')) for n in x.shape[:self.r.randint(1, 2)])
        i = self.one(f'np.ix_({grid})', f'np.ix_({grid})', 'True', 'False', 'np.bool_(True)', '[True]', 'None, True', '..., None', 'np.int8(0)', 'np.uint8(1)', '(0,)', '[[0]]', '[[0, -1]]',
                     '...', '()', '1.0', 'np.float64(0)', "'x'", '[]', '[[]]', 'np.array(0)', 'np.array([], int)', 'np.array([])', '2**70', '-2**63', '::-2**63', '2**62:', ':-2**62:-1')
        k = self.r.random()
        if k < .35:
            self.bind(f'{a}[{i}]')
        elif k < .6:
            self.do(f'{a}[{i}] = {self.value(())}')
        elif k < .7:
            self.do(f'{a}[{i}] {self.one(*INPLACE[:9])}= {self.small()}')
        elif k < .8:
            self.bind(self.one(f'{a}.view()', f'{a}.real', f'{a}.imag', f'np.ix_({self.places(3)})[0]'))
        else:
            self.do(self.one(f'{a}.real = {self.value(x.shape)}', f'{a}.imag = {self.value(x.shape)}', f'{a}.fill({self.list()})', f'{a}.fill({a})', f'{a}.foo = 1', f'{a}.T = 2', f'{a}.shape = (2, 2)',
                             f'del {a}[0]', f'{a}.flat = 3', f'{a}.fill(np.array([3]))'))

    def options(self):
        """Functions with their options, and arguments that they refuse."""
        a = self.array()
        x = self.value_of(a)
        b = self.one(*[n for n in self.arrays() if self.value_of(n).shape == x.shape])
        t, l, axis = self.one(*TYPES), self.list(x.shape), self.axis(x.ndim, False)
        self.inexact = True
        text = self.one(
            f"np.average({a}, weights={l})", f"np.average({a}, axis={axis}, weights={self.items((x.shape[-1] if x.ndim else 1,))})", f'np.average({a}, axis={axis}, returned=True)')
        if self.some(.9):
            self.inexact = False
            text = self.one(
                f"np.concatenate([{a}, {b}], dtype='{t}')", f"np.stack([{a}, {b}], dtype='{t}', casting='{self.one('unsafe', 'safe', 'same_kind', 'no')}')", f"np.vstack([{a}, {b}], dtype='{t}')",
                f'np.concatenate([{a}, {b}], axis=None)', f'np.concatenate([{a}, {l}], out={b})', f'np.tile({a}, {self.one("-1", "(2, -1)", "(0, 1)", "(1, 1)", "1", "()", "(2, 1, 1)")})', f'np.split({a}, {self.one("0", "-1", "[0]", "[5, 1]", "[-1]")})',
                f'np.split({a}, 2, axis={axis})', f"np.meshgrid({self.items((2,))}, {a}, indexing='{self.one('ij', 'xy', 'zz')}')", f'np.zeros({self.one("None", "()", "[]", "(2, 1.0)", "range(2)", "(2, None)")})',
                f'np.array({self.one("range(0)", "range(3)", "[range(2), [5, 6]]", "[[1, 2], [3]]", "[[1], 2]", "[[], [1]]", "[(), ()]", "[[[]]]", "[range(0)]")})',
                f'np.array([{a}, [1, 2]])', f'np.array([[{a}, {b}], [{b}, {a}]])', f'np.array({a}, ndmin={self.r.randint(0, 4)}, copy={self.some()})', f'np.arange({self.one("2**62, 2**62 + 3", "2**63, 2**63 + 2", "-2**63, -2**63 + 2", "stop=3", "3, step=2", "1, None, 2", "[1]", "[1, 2]", "", "1, 5, 0", "5, step=-1", "2**53, 2**53 + 3", "0, 1, 1e-1")})',
                f'np.sum({a}, axis={axis}, out={b})', f'np.sum({a}, axis={axis}, initial={self.small()})', f'{a}.max(axis={axis}, initial={self.small()})', f'np.cumsum({a}, axis={axis}, out={b})', f"np.sum({a}, dtype='{t}')",
                f'np.count_nonzero({a}, axis={axis})', f'np.count_nonzero({a}, axis={axis}, keepdims=True)', f"np.take({a}, {self.places(9)}, mode='{self.one('wrap', 'clip', 'raise')}')", f'np.take({a}, {self.places(2)}, axis={axis})',
                f"np.sort({a}, axis={axis}, kind='{self.one('stable', 'quicksort', 'mergesort', 'heapsort')}')", f'np.argsort({a}, axis={axis}, kind="stable")', f'np.diff({a}, n={self.r.randint(-1, 3)}, axis={axis})',
                f'np.diff({a}, prepend={self.small()}, axis={axis})', f'np.pad({a}, {self.one("0", "(0, 2)", "[[1, 0]]", "-1", "1.5", "(1, 2, 3)")}, constant_values={self.small()})', f'np.roll({a}, {self.one("(1, 2)", "1", "-2", "1.5")}, axis={self.one(axis, "(0, 1)", "None")})',
                f'np.flip({a}, axis={axis})', f'np.rot90({a}, {self.r.randint(-2, 5)})', f'np.moveaxis({a}, {axis}, {axis})', f'np.squeeze({a}, axis={axis})', f'np.expand_dims({a}, {self.one("0", "-1", "(0, 1)", "(0, 0)", "5")})',
                f'np.repeat({a}, {self.one("0", "-1", "2.5", "[1, 2]", "True")}, axis={axis})', f'np.array_split({a}, {self.one("0", "5", "[1]")}, axis={axis})', f'np.clip({a}, {self.small()}, {self.small()}, out={b})', f'{a}.clip({self.small()}, {self.small()})',
                f"np.copyto({a}, {b}, casting='{self.one('unsafe', 'safe', 'no', 'equiv')}')", f"{a}.astype('{t}', casting='{self.one('safe', 'same_kind', 'equiv')}')", f'np.nan_to_num({a}, nan={self.small()})', f'np.full({x.shape}, {l})',
                f'np.full_like({a}, {self.small()})', f"np.zeros_like({a}, '{t}')", f'np.broadcast_to({a}, {self.one("(2,)", "(3, 3)", "()", "(2, 1, 3)", "-1")})', f'np.trace({a}, {self.r.randint(-2, 2)})', f'np.diagonal({a}, {self.r.randint(-2, 2)})',
                f'np.linspace({self.small()}, {self.small()}, {self.r.randint(-1, 5)}, endpoint={self.some()})', f'np.eye({self.one("2", "-1", "0", "2, 3", "2, k=5", "2.0", "3, k=-1, dtype=int")})', f'np.linalg.matrix_power({a}, {self.one("0", "1")})', f'np.where({a}, {b}, {self.small()})',
                f'np.append({a}, {b}, axis={axis})', f'np.array_equal({a}, {l}, equal_nan=True)', f'np.isclose({a}, {b}, equal_nan=True)', f'np.select([{a} > 1, {b} < 0], [{b}, {a}], default={self.small()})')
        if self.some(.6):
            self.do(f'show({text})')
        else:
            self.bind(text)

    def text(self):
        """Formats, unpacking, loops over several things, what Python makes of arrays."""
        a, x = self.array(), self.scalar()
        spec = self.one('.3f', '5', '>8', 'e', '.2e', 'g', 'd', 'x', '04d', '%', ',', '', '+.1f', 's')
        text = self.one(
            f'print(f"{{{x}:{spec}}}")', f'print(f"{{{a}:{spec}}}")', f'print(f"{{{a}[..., :1]}} {{{x}!r}}")', f"print('%s %s' % ({x}, {a}))", f"print('%d' % {x})", f"print('%.2f' % {x})", f'print([{x}, {a}], {{1: {x}}})',
            f'p, q = {a}', f'p, *q = {a}; show(p), show(q)', f'show([i for i in {a}])', f'show(list(zip({a}, {a})))', f'show(list(enumerate({a})))', f'show(sorted({a}))', f'show(list(map(float, {a})))', f'show(tuple({a}))', f'show(any({a}))',
            f'show(all({a}))', f'show(min({a}))', f'show(list(reversed({a})))', f'show(max({x}, {self.number()}))', f'show(sum({a}, {self.small()}))', f'show([1, 2] + {a})', f'show({x} * [1, 2])' if self.modest(x) else f'show({x})', f'show(divmod({x}, {a}))',
            f'show(round({a}, 1))', f'show(complex({x}))', f'show({a}.tolist() == {a}.copy().tolist())', f'show(not {a})', f'show({a} if {a} else 0)', f'show({a} and 1)', f'show({x} or 2)', f'show({a} is {a})', f'show(range({x}))', f'show({x} < {x} <= 5)',
            f'show(1 < {a} < 3)', f'show(abs({x}))', f'show(pow({a}, 2))', f'show(int({a}))', f'show({x} in [1, 2, 3])', f'show({a}[{x}])')
        self.inexact = 'pow' in text
        self.do(text)

    def statement(self):
        shares = {self.kind: 3, self.index_more: 6, self.options: 6, self.text: 4, self.make: 6, self.view: 16, self.assign: 16, self.inplace: 10, self.loop: 4, self.compute: 16, self.scalar_math: 8,
                  self.reduce: 8, self.function: 10, self.question: 4, self.into: 4, self.ufunc: 4, self.linalg: 2}
        self.r.choices(list(shares), list(shares.values()))[0]()
