#!/usr/bin/env python3
"""Compares the values of the array API with numpy's, over calls made by numpy_calls.py.

  numpy_values.py DBIDX [--seed N] [--count N] [--only TEXT] [--refused] [--write FOLDER] [--engines jit,interp]

Every call runs three times on each engine: outside of a compiled function, in one with the sizes of
its arguments, and in one whose arguments have traced sizes. The expected value is what numpy_model.py
gives for the text of the call. A call that numpy refuses has to be refused. With traced sizes a call
may be refused (--refused lists those); if it gives a value, that has to be right. --write keeps the
programs. The last line counts the results.
"""
import argparse
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import warnings

try:
    import numpy as np
except ImportError:
    if sys.executable == '/usr/bin/python3':
        raise
    os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])

import numpy_calls
import numpy_model as model

warnings.simplefilter('ignore')
np.seterr(all='ignore')
ROOT = pathlib.Path(__file__).parents[2]
BATCH = 40
MODES = ['eager', 'compiled', 'traced sizes']
# relative and absolute error allowed, by the type of the result; sums of such numbers are no better
ERROR = {'float16': (4e-3, 4e-3), 'float32': (2e-5, 2e-6), 'float64': (1e-11, 1e-12)}
ERROR['complex64'], ERROR['complex128'] = (3e-5, 2e-5), (1e-11, 1e-11)

HEAD = '''from catalyst import qjit
import jax.numpy as jnp
from jax import lax, nn

inf, nan = float('inf'), float('nan')


def show(r):
    if isinstance(r, (tuple, list)):
        print('seq', len(r))
        for x in r:
            show(x)
    else:
        x = jnp.asarray(r)
        print('=', x.dtype, x.shape, x.tolist())


def case(k, axes, make, f):
    for mode in range(3):
        print('#', k, mode)
        try:
            args = make()
            if mode == 0:
                r = f(*args)
            elif mode == 1:
                r = qjit(f)(*args)
            else:
                r = qjit(f, abstracted_axes=axes)(*args)
            show(r)
        except Exception as e:
            print('!', type(e).__name__, str(e).split('\\n')[0][:150])


'''


# ---- making programs ----

def number(x):
    return f'complex({x.real!r}, {x.imag!r})' if isinstance(x, complex) else repr(x)


def items(x):
    return '[' + ', '.join(map(items, x)) + ']' if isinstance(x, list) else number(x)


def text_of(x):
    """An argument as Python."""
    if isinstance(x, int):
        return str(x)
    t = x.dtype.name.replace('bool', 'bool_')
    return f'jnp.zeros({x.shape}, dtype=jnp.{t})' if x.size == 0 else f'jnp.array({items(x.tolist())}, dtype=jnp.{t})'


def axes_of(x):
    """Every axis has a name by its size; an axis of size one broadcasts and has none."""
    return {} if isinstance(x, int) else {i: f's{d}' for i, d in enumerate(x.shape) if d != 1}


def program(batch):
    lines = [HEAD]
    for k, (name, text, args) in enumerate(batch):
        names = ', '.join('abcdefgh'[:len(args)])
        given = ''.join(text_of(x) + ', ' for x in args)
        axes = ''.join(f'{axes_of(x)}, ' for x in args)
        lines.append(f'case({k}, ({axes}), lambda: ({given}), lambda {names}: {text})\n')
    return ''.join(lines)


# ---- what is right ----

def with_at(text, space):
    """a.at[i].f(v) as numpy's assignment."""
    m = re.fullmatch(r'a\.at\[(.*)\]\.(\w+)\((.*)\)', text)
    f = {'set': None, 'add': np.add, 'multiply': np.multiply, 'min': np.minimum, 'max': np.maximum}[m[2]]
    x, v = space['a'].copy(), int(m[3])
    i = eval(f'np.s_[{m[1]}]', {'np': np, **space})
    if f is None:
        x[i] = v
    else:
        f.at(x, i, np.array(v, x.dtype))
    return x


OPERATOR = {'+': 'add', '-': 'subtract', '*': 'multiply', '/': 'true_divide', '//': 'floor_divide', '%': 'remainder',
            '**': 'power', '@': 'matmul', '&': 'bitwise_and', '|': 'bitwise_or', '^': 'bitwise_xor', '<<': 'left_shift',
            '>>': 'right_shift', '<': 'less', '<=': 'less_equal', '>': 'greater', '>=': 'greater_equal', '==': 'equal',
            '!=': 'not_equal'}


def expected(name, text, args):
    """The value by numpy, or the exception."""
    space = dict(zip('abcdefgh', args))
    for n, x in space.items():  # numbers of compiled functions are arrays
        space[n] = np.asarray(x) if name == 'method.operator' else x
    if name == 'method.operator':
        x, op, y = text.split(' ')
        text = f'jnp.{OPERATOR[op]}({x}, {y})'
    elif name == 'method.at':
        return with_at(text, space)
    elif name.startswith('method.') and name[7:] in [*numpy_calls.METHODS, 'clip']:
        m = re.fullmatch(r'(\w+)\.(\w+)\((.*)\)', text)
        text = f'jnp.{m[2]}({m[1]}{", " if m[3] else ""}{m[3]})'
    text = text.replace('.mT', '.swapaxes(-1, -2)')
    return eval(text, {'jnp': model.jnp, 'lax': model.lax, 'nn': model.nn, **space})


def flat(r):
    """The arrays of a result, with a mark for every sequence."""
    if isinstance(r, (tuple, list)):
        return [len(r)] + [y for x in r for y in flat(x)]
    return [np.asarray(r)]


def close(x, y):
    if x.dtype.kind not in 'fc':
        return np.array_equal(x, y)
    r, a = ERROR[x.dtype.name]
    if x.dtype.kind == 'c':
        return np.allclose(x.real, y.real, r, a, True) and np.allclose(x.imag, y.imag, r, a, True)
    return np.allclose(x.astype('float64'), y.astype('float64'), r, a, True)


def read(line):
    """An array from a line `= dtype shape list`."""
    t, rest = line[2:].split(' ', 1)
    end = rest.index(')') + 1
    # CPython prints complex numbers that eval reads back but for their infinite parts
    return np.array(eval(rest[end:], {'nan': math.nan, 'inf': math.inf, 'nanj': complex(0, math.nan), 'infj': complex(0, math.inf)}),
                    dtype=t).reshape(eval(rest[:end]))


def difference(lines, want, mode):
    """What is wrong with the lines of one run, or None; 'refused' for an exception."""
    if not lines:
        return 'it printed nothing (the process ended)'
    if lines[-1].startswith('!'):
        return None if isinstance(want, Exception) else 'refused: ' + lines[-1][2:]
    if isinstance(want, Exception):
        if mode == 2 and 'empty' in str(want) or 'zero-size' in str(want):
            return None  # known when it runs only
        return f'it gives a value, numpy says {type(want).__name__}: {want}'[:200]
    got = [int(x[4:]) if x.startswith('seq') else read(x) for x in lines]
    want = flat(want)
    if len(got) != len(want):
        return f'{len(got)} lines instead of {len(want)}'
    for g, w in zip(got, want):
        if isinstance(g, int) or isinstance(w, int):
            if not (isinstance(g, int) and isinstance(w, int) and g == w):
                return 'another number of results'
        elif g.dtype != w.dtype or g.shape != w.shape:
            return f'{g.dtype}{list(g.shape)} instead of {w.dtype}{list(w.shape)}'
        elif not close(w, g):
            return f'{g.tolist()} instead of {w.tolist()}'[:300]
    return None


# ---- running ----

def run(dbidx, engine, path):
    p = subprocess.run([dbidx, f'--engine={engine}', 'run', path], stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    sections, at = {}, None
    for line in p.stdout.decode('utf-8', 'replace').splitlines():
        if line.startswith('# '):
            at = sections.setdefault(tuple(map(int, line[2:].split())), [])
        elif at is not None:
            at.append(line)
    return sections, p.returncode, p.stderr.decode('utf-8', 'replace')


def functions():
    """MODULE.NAME of every row of the table."""
    rows = re.findall(r'^(?:F|ALIAS)\((\w+), (\w+),', (ROOT / 'core/jnp/functions.def').read_text(), re.M)
    return [{'linalg': 'jnp.linalg'}.get(m, m) + '.' + n for m, n in rows]


def batches(o):
    names = numpy_calls.everything(functions())
    names = [n for n in names if o.only in n]
    made = []
    for i in range(o.count):
        name = names[i % len(names)]
        made.append((name, *numpy_calls.make(name, random.Random(f'{o.seed} {i}'))))
    return [made[i:i + BATCH] for i in range(0, len(made), BATCH)]


def main():
    p = argparse.ArgumentParser()
    p.add_argument('dbidx'), p.add_argument('--seed', type=int, default=1), p.add_argument('--count', type=int, default=1000)
    p.add_argument('--only', default=''), p.add_argument('--refused', action='store_true')
    p.add_argument('--write'), p.add_argument('--engines', default='jit,interp')
    o = p.parse_args()
    right = wrong = refused = 0
    for number_of, batch in enumerate(batches(o)):
        wants = []
        for name, text, args in batch:
            try:
                wants.append(expected(name, text, args))
            except Exception as e:
                wants.append(e)
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(o.write or folder) / f'values_{number_of}.py'
            path.write_text(program(batch))
            for engine in o.engines.split(','):
                sections, status, err = run(o.dbidx, engine, path)
                if status:
                    wrong += 1
                    print(f'batch {number_of} {engine}: status {status}: {err[-300:]}')
                for k, (name, text, args) in enumerate(batch):
                    for mode in range(3):
                        if status and (k, mode) not in sections:
                            continue
                        why = difference(sections.get((k, mode), []), wants[k], mode)
                        if why is None:
                            right += 1
                        elif mode == 2 and why.startswith('refused'):
                            refused += 1
                            if o.refused:
                                print(f'REFUSED {text}: {why}')
                        else:
                            wrong += 1
                            given = '; '.join(f'{n}={text_of(x)}' for n, x in zip('abcdefgh', args))
                            print(f'{engine}, {MODES[mode]}: {text}  with {given}\n    {why}')
    if refused:
        print(f'{refused} refused with traced sizes')
    print(f'{right} passed, {wrong} failed')
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
