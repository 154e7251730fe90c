#!/usr/bin/env python3
"""Compares the texts of arrays with numpy's, over arrays of every type, rank and size.

  numpy_print.py DBIDX [--seed N] [--count N]

Of every array: str, repr and formatting of the numpy array, and of the jax array (whose repr is made
here from numpy's array2string, as jax makes it). The last line counts the arrays.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    if sys.executable == '/usr/bin/python3':
        raise
    os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])

import numpy_values

BATCH = 100
TYPES = '''bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 float32 float64
complex64 complex128'''.split()
LONG = [(1000,), (1001,), (2000,), (40, 30), (3, 500), (300, 4), (7, 8, 20), (2, 3, 400), (1001, 1), (1, 1100)]
SPECS = {'f': ['.3f', '.2e', '10.4g', '+.1f'], 'i': ['d', '5d', 'x', '.2f'], 'u': ['d', ',', 'b'], 'c': ['.2f'], 'b': ['']}

HEAD = '''import jax.numpy as jnp
import numpy as np
nan, inf = float('nan'), float('inf')


def show(k, n, x, spec):
    print('#', k)
    print(n)
    print(repr(n))
    print(f'{n}')
    print([n], n.shape)
    print(x)
    print(repr(x))
    print(f'{x}|{x!r}|{x!s}')
    if spec:
        print(format(n[()], spec))


'''


# ---- arrays ----

def float_maker(r):
    """A source of floats of one kind."""
    odd = r.choice([0, 0, .2, .9])
    low, high = sorted((r.randint(-12, 12), r.randint(-6, 12)))
    kind = r.choice(['round', 'decimal', 'any', 'any', 'integer', 'near', 'equal', 'halves'])

    def one():
        if r.random() < odd:
            return r.choice([float('nan'), float('inf'), float('-inf'), -0.0, 0.0])
        if kind == 'round':
            return round(r.uniform(-10, 10), r.randint(0, 4))
        if kind == 'decimal':
            return r.choice([-1, 1]) * r.randint(0, 99) / 10 ** r.randint(0, 6)
        if kind == 'integer':
            return float(r.randint(-10 ** r.randint(0, 17), 10 ** r.randint(0, 17)))
        if kind == 'near':
            return 1 + r.randint(-9, 9) * 1e-9
        if kind == 'equal':
            return 0.1
        if kind == 'halves':
            return r.randint(-9, 9) / 2 ** r.randint(0, 12)
        return r.uniform(-1, 1) * 10.0 ** r.randint(low, high)
    return one


def values(r, t, n):
    kind = np.dtype(t).kind
    if kind == 'b':
        return np.array([r.random() < .5 for _ in range(n)], bool)
    if kind in 'iu':
        top = np.iinfo(t).max
        most = r.choice([9, 99, top, top])
        return np.array([r.randint(0 if kind == 'u' or r.random() < .5 else -most, most) for _ in range(n)], t)
    one = float_maker(r)
    if kind == 'f':
        return np.array([one() for _ in range(n)], np.float64).astype(t)
    two = float_maker(r)
    return np.array([complex(one(), two()) for _ in range(n)], np.complex128).astype(t)


def array(r):
    shape = r.choice(LONG) if r.random() < .06 else tuple(r.choice([0, 1, 2, 3, 4, 5] if r.random() < .3 else [1, 2, 3, 4, 5])
                                                          for _ in range(r.randint(0, 4)))
    if r.random() < .1:
        shape = (r.randint(6, 60),)
    return values(r, r.choice(TYPES), int(np.prod(shape))).reshape(shape)


# ---- texts ----

def source(x):
    """Numbers that are read back exactly, negative zeros in complex numbers too."""
    return numpy_values.items(x.tolist())


def jax_repr(x):
    """As jax writes it: the type stays on the last line, however long that gets."""
    s = np.array2string(x, prefix='Array(', suffix=',', separator=', ', max_line_width=75)
    last = f'dtype={x.dtype.name})'
    return f"Array({s},{' ' * 6 if len(s) - s.rfind(chr(10)) + 1 + len(last) + 1 > 75 else ' '}{last}"


def texts(x, spec):
    plain = f'{x[()]}' if x.ndim == 0 else str(x)
    lines = [str(x), repr(x), f'{x}', f'{[x]} {x.shape}', str(x), jax_repr(x), f'{plain}|{jax_repr(x)}|{x!s}']
    if spec:
        lines.append(format(x[()], spec))
    return '\n'.join(lines)


def made(r, k):
    x = array(r)
    spec = r.choice(SPECS[x.dtype.kind]) if x.ndim == 0 else ''
    t = x.dtype.name.replace('bool', 'bool_')
    if x.size == 0:
        given = f'np.zeros({x.shape}, dtype=np.{t}), jnp.zeros({x.shape}, dtype=jnp.{t})'
    else:
        flat = f'.reshape({x.shape})'
        given = f'np.array({source(x.ravel())}, dtype=np.{t}){flat}, jnp.array({source(x.ravel())}, dtype=jnp.{t}){flat}'
    return x, spec, f'show({k}, {given}, {spec!r})\n'


def main():
    p = argparse.ArgumentParser()
    p.add_argument('dbidx'), p.add_argument('--seed', type=int, default=1), p.add_argument('--count', type=int, default=1000)
    o = p.parse_args()
    right = wrong = 0
    for start in range(0, o.count, BATCH):
        batch = [made(random.Random(f'{o.seed} {k}'), k) for k in range(start, min(start + BATCH, o.count))]
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'texts.py'
            path.write_text(HEAD + ''.join(b[2] for b in batch))
            run = subprocess.run([o.dbidx, 'run', path], capture_output=True, stdin=subprocess.DEVNULL, timeout=300)
        parts = dict(part.split('\n', 1) for part in ('\n' + run.stdout.decode('utf-8', 'replace')).split('\n# ')[1:])
        if run.returncode:
            print(f'arrays from {start}: status {run.returncode}: {run.stderr.decode()[-400:]}')
        for k, (x, spec, _) in enumerate(batch, start):
            want, got = texts(x, spec), parts.get(str(k), '').rstrip('\n')
            if want == got:
                right += 1
                continue
            wrong += 1
            lines = [(w, g) for w, g in zip(want.split('\n') + [''], got.split('\n') + ['']) if w != g]
            print(f'array {k}: {x.dtype} {x.shape}\n  numpy {lines[0][0]!r}\n  dbidx {lines[0][1]!r}' if lines else f'array {k}: lines missing')
    print(f'{right} passed, {wrong} failed')
    return wrong > 0


if __name__ == '__main__':
    sys.exit(main())
