#!/usr/bin/env python3
"""Doubles as text against CPython: str, %f, %e, %g and format() of doubles of every exponent.

  float_text.py DBIDX [--count N] [--seed S] [--python PYTHON]

N random doubles, and those at and beside every power of two and of ten. Both run the same program,
which makes the doubles from integers. The last line counts the doubles.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = '''
def show(x, i):
    p = i % 20
    if p == 19:
        print(repr(x), -x, '%.*f' % (i % 31, x), '%.*e' % (i % 23, x), '%.*g' % (i % 20, x))
    elif p % 3 == 0:
        print(repr(x), '%.*f' % (p, x), f'{x:.{p}e}')
    else:
        print(repr(x), f'{x:.{p}f}', '%.*e' % (p, x))


def scaled(m, e):
    return m * 2.0 ** e if e >= -1022 else m * 2.0 ** -1022 * 2.0 ** (e + 1022)


def at_powers():
    i = 0
    for e in range(-1074, 972):
        for m in [1, 2 ** 53 - 1, 2 ** 52 + 1]:
            show(scaled(m, e), i)
            i += 1
    for e in range(-320, 309):
        x = float('1e' + str(e))
        for y in [x, x * (1 + 2.0 ** -52), x * (1 - 2.0 ** -53), x * 5, x * 9.5]:
            show(y, i)
            i += 1
    for k in range(1, 4000):
        show(k / 8, k)
        show(k * 0.5 + 2.0 ** 52, k)
        show(k / 1000, k)


def at_random(n, x):
    for i in range(n):
        x = (x * 6364136223846793005 + 1442695040888963407) % 2 ** 64
        m = x >> 11
        kind = (x >> 3) % 4
        e = (x >> 40) % 2046 - 1074 if kind == 0 else (x >> 40) % 160 - 110
        if kind == 3:
            show((m >> 20) / 10.0 ** (i % 17), i)
        else:
            show(scaled(m, e), i)


at_powers()
at_random(COUNT, SEED)
'''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dbidx')
    parser.add_argument('--count', type=int, default=20000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--python', default='/usr/bin/python3')
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'floats.py'
        path.write_text(PROGRAM.replace('COUNT', str(options.count)).replace('SEED', str(options.seed)))
        commands = [[options.dbidx, 'run', '--no-init', path], [options.python, '-S', path]]
        own, theirs = [subprocess.run(c, capture_output=True, text=True, check=False)
                       for c in commands]
    got, expected = own.stdout.splitlines(), theirs.stdout.splitlines()
    wrong = [(g, e) for g, e in zip(got, expected) if g != e]
    for g, e in wrong[:10]:
        print(f'dbidx:   {g}\nCPython: {e}')
    failed = len(wrong) + abs(len(got) - len(expected)) + (own.returncode != 0) + (not expected)
    if own.returncode:
        print(own.stderr[-500:])
    print(f'{len(expected) - len(wrong) if got else 0} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
