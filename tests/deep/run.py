#!/usr/bin/env python3
"""Long and deep programs over every construct: no length and no depth ends the process.

  run.py DBIDX [--long N] [--deep N] [--stack KB]

Long: a chain, list or sequence of N parts; its output is that of the same program with a few parts
under CPython, with the number of parts put in. Deep: a construct inside of itself; it runs as under
CPython while it is shallow, and N levels are refused with a diagnostic. Everything also goes
through `check --ast`, whose tree of the few parts is CPython's. The last line counts the checks.
"""
import argparse
import ast
import contextlib
import io
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

FEW = 7

# What n parts look like. Programs print nothing that depends on n but n itself, as print(...n...).
LONG = {
    'sum': lambda n: 'print(' + '+'.join(['1'] * n) + f' == {n})',
    'sum of names': lambda n: 'x = 1\nprint(' + ' + '.join(['x'] * n) + f' == {n})',
    'sum in a function': lambda n: 'def f(x):\n  return ' + '+'.join(['x'] * n) + f'\nprint(f(1) == {n})',
    'other operators': lambda n: 'print(7' + '*3//3-2+2|0&9^0<<0>>0' * (n // 8) + ')',
    'matrix product': lambda n: 'class C:\n  def __matmul__(self, o): return self\nc = C()\nprint(c'
                                + '@c' * n + ' is c)',
    'and': lambda n: 'print(' + ' and '.join(['1'] * n) + ')',
    'or': lambda n: 'print(' + ' or '.join(['0'] * n) + ')',
    'comparisons': lambda n: 'print(' + '<='.join(['1'] * n) + ')',
    'attributes': lambda n: 'class C: pass\nc = C()\nc.c = c\nprint(c' + '.c' * n + ' is c)',
    'calls': lambda n: 'def f(): return f\nprint(f' + '()' * n + ' is f)',
    'calls with arguments': lambda n: 'def f(x, *y, k=0): return f\nprint(f' + '(1, 2, k=3)' * n + ' is f)',
    'methods': lambda n: 'class C:\n  def m(self): return self\nc = C()\nprint(c' + '.m()' * n + ' is c)',
    'subscripts': lambda n: 'l = [0]\nl[0] = l\nprint(l' + '[0]' * n + ' is l)',
    'slices': lambda n: 'l = [1]\nprint(l' + '[:]' * n + ')',
    'mixed chain': lambda n: 'class C:\n  def m(self): return [self]\nc = C()\nprint((c' + '.m()[0]' * n
                             + ').m()[0] is c)',
    'chain as a target': lambda n: 'l = [0]\nl[0] = l\nl' + '[0]' * n + ' = 5\nprint(l)',
    'chain deleted': lambda n: 'class C: pass\nc = C()\nc.c = c\ndel c' + '.c' * n + "\nprint(hasattr(c, 'c'))",
    'chain augmented': lambda n: 'class C: pass\nc = C()\nc.c = c\nc.n = 1\nc' + '.c' * n + '.n += 1\nprint(c.n)',
    'elif': lambda n: 'x = -1\nif x == 0: print(0)\n' + ''.join(f'elif x == {i}: print(1)\n' for i in range(n))
                      + "else: print('none')",
    'elif in a function': lambda n: 'def f(x):\n  if x < 0: return 0\n'
                                    + ''.join(f'  elif x == {i}: return {i}\n' for i in range(n))
                                    + f'print(f({n - 1}) == {n - 1})',
    'assignments': lambda n: 'a = ' + 'b = ' * n + '3\nprint(a, b)',
    'list': lambda n: 'print(len([' + '1,' * n + f']) == {n})',
    'tuple': lambda n: 'print(len((' + '1,' * n + f')) == {n})',
    'set': lambda n: 'print({' + '1,' * n + '})',
    'dict': lambda n: 'print(len({' + ''.join(f'{i}:1,' for i in range(n)) + f'}}) == {n})',
    'strings side by side': lambda n: 'print(len(' + "'a' " * n + f') == {n})',
    'strings added': lambda n: 'print(len(' + "+".join(["'a'"] * n) + f') == {n})',
    'fields': lambda n: 'x = 1\nprint(len(f"' + '{x}' * n + f'") == {n})',
    'arguments': lambda n: 'def f(*a): return len(a)\nprint(f(' + '1,' * n + f') == {n})',
    'parameters': lambda n: 'def f(' + ','.join(f'a{i}=0' for i in range(n)) + '): return 1\nprint(f())',
    'targets': lambda n: 'a, *b = ' + '1,' * n + f'\nprint(len(b) == {n - 1})',
    'decorators': lambda n: 'def d(f): return f\n' + '@d\n' * n + 'def g(): return 2\nprint(g())',
    'statements': lambda n: 'x = 0\n' + 'x += 1\n' * n + f'print(x == {n})',
    'statements on a line': lambda n: 'x = 0;' + 'x += 1;' * n + f'print(x == {n})',
    'handlers': lambda n: 'try:\n  1 // 0\n' + 'except KeyError: print(0)\n' * n
                          + 'except ZeroDivisionError: print(1)',
    'names declared': lambda n: 'def f():\n  global ' + ','.join(f'a{i}' for i in range(n)) + '\n  return 1\nprint(f())',
    'comments': lambda n: '# x\n' * n + 'print(1)',
    'continued lines': lambda n: 'print(1' + '\\\n' * n + ')',
    'digits': lambda n: 'print(' + '0' * n + ')',
    'long name': lambda n: 'a' * n + ' = 1\nprint(' + 'a' * n + ')',
    'conditions of a comprehension': lambda n: 'print([x for x in [1]' + ' if x' * n + '])',
}

# A construct with a hole for what is inside, and what is innermost; of a program around it.
DEEP = {
    'parentheses': ('print(%s)', '(%s)', '1'),
    'lists': ('print(len(%s))', '[%s]', '1'),
    'tuples': ('print(len(%s))', '(%s,)', '1'),
    'dicts': ('print(len(%s))', '{1: %s}', '1'),
    'calls': ('def f(x): return x\nprint(%s)', 'f(%s)', '1'),
    'keyword arguments': ('def f(x): return x\nprint(%s)', 'f(x=%s)', '1'),
    'subscripts': ('l = [0]\nprint(%s)', 'l[%s]', '0'),
    'slices': ('l = [0]\nprint(%s)', '[0][%s:][0]', '0'),
    'minus': ('print(%s)', '-%s', '1'),
    'not': ('print(%s)', 'not %s', '1'),
    'power': ('print(%s)', '1 ** %s', '1'),
    'right operands': ('print(%s)', '1 + (%s)', '1'),
    'else branches': ('print(%s)', '0 if 0 else %s', '1'),
    'conditions': ('print(%s)', '0 if (%s) else 0', '1'),
    'lambdas': ('print(callable(%s))', 'lambda: %s', '1'),
    'walrus': ('print(%s)', '(x := %s)', '1'),
    'comprehensions': ('print(len(%s))', '[%s for x in [1]]', '1'),
    'sources of comprehensions': ('print(%s)', '[x for x in %s]', '[1]'),
    'generators': ('print(%s)', 'sum(x for x in [%s])', '1'),
    'starred': ('print(%s)', '[*%s]', '[1]'),
}
DEEP_BLOCKS = {
    'if': 'if 1:', 'else': 'if 0: pass\n%selse:', 'while': 'while 1:', 'for': 'for i in [1]:',
    'try': 'try:', 'def': 'def f():', 'class': 'class C:',
}


def deep(name, n):
    if name in DEEP:
        around, level, inner = DEEP[name]
        before, after = level.split('%s')
        return around % (before * n + inner + after * n) + '\n'
    head = DEEP_BLOCKS[name]
    if name == 'class' or name == 'def' or name == 'while':
        end = 'break' if name == 'while' else 'pass'
    else:
        end = 'print(1)'
    lines = []
    for i in range(n):
        lines.append(' ' * i + (head % (' ' * i) if '%s' in head else head))
    lines.append(' ' * n + end)
    if name == 'try':
        lines += [' ' * i + 'except ValueError: pass' for i in reversed(range(n))]
    if name == 'while':
        lines += [' ' * (i + 1) + 'break' for i in reversed(range(n - 1))]
    return '\n'.join(lines) + '\nprint(2)\n'


def cpython(text):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, 'few', 'exec'), {'__name__': '__main__'})
    return out.getvalue()


class Checks:
    def __init__(self, options):
        self.options, self.passed, self.failed = options, 0, 0
        self.path = pathlib.Path(tempfile.mkdtemp()) / 'program.py'

    def limit(self):
        size = self.options.stack << 10
        resource.setrlimit(resource.RLIMIT_STACK, (size, size))

    def run(self, command, text):
        self.path.write_text(text)
        try:
            r = subprocess.run([self.options.dbidx, *command, str(self.path)], capture_output=True,
                               stdin=subprocess.DEVNULL, timeout=self.options.seconds,
                               preexec_fn=self.limit)
        except subprocess.TimeoutExpired:
            return None, '', 'it took too long'
        return r.returncode, r.stdout.decode(errors='replace'), r.stderr.decode(errors='replace')

    def check(self, what, ok, seen=''):
        self.passed, self.failed = self.passed + bool(ok), self.failed + (not ok)
        if not ok:
            print(f'FAIL {what}: {str(seen)[-300:]}')

    def long(self, name):
        make, n = LONG[name], self.options.long
        few = cpython(make(FEW))
        tree = ast.dump(ast.parse(make(FEW) + '\n'))
        self.check(f'{name}, few', self.run(['run', '--no-init'], make(FEW) + '\n')[:2] == (0, few))
        _, out, err = self.run(['check', '--ast'], make(FEW) + '\n')
        self.check(f'{name}, few, tree', out.strip() == tree, out + err)
        status, out, err = self.run(['run', '--no-init'], make(n) + '\n')
        self.check(f'{name}, long', status == 0 and out == few, (status, out[-100:], err[-200:]))
        status, out, err = self.run(['check', '--ast'], make(n) + '\n')
        whole = out.startswith('Module(body=[') and out.rstrip().endswith('], type_ignores=[])')
        self.check(f'{name}, long, tree', status == 0 and whole, (status, out[-100:], err[-200:]))

    def deep(self, name):
        text = deep(name, FEW)
        expected = cpython(text)
        got = self.run(['run', '--no-init'], text)
        self.check(f'{name}, some levels', got[:2] == (0, expected), got)
        status, out, err = self.run(['run', '--no-init'], deep(name, self.options.deep))
        refused = status == 1 and re.search(r'E10\d|E210', err)
        self.check(f'{name}, deep', refused, (status, out[-100:], err[-200:]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dbidx')
    parser.add_argument('names', nargs='*')
    parser.add_argument('--long', type=int, default=20000)
    parser.add_argument('--deep', type=int, default=5000)
    parser.add_argument('--stack', type=int, default=1024)
    parser.add_argument('--seconds', type=int, default=60)
    options = parser.parse_intermixed_args()
    sys.setrecursionlimit(10000)
    checks = Checks(options)
    for name in LONG:
        if not options.names or name in options.names:
            checks.long(name)
    for name in [*DEEP, *DEEP_BLOCKS]:
        if not options.names or name in options.names:
            checks.deep(name)
    print(f'{checks.passed} passed, {checks.failed} failed')
    return 1 if checks.failed else 0


if __name__ == '__main__':
    sys.exit(main())
