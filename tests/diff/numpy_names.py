#!/usr/bin/env python3
"""Every public name of numpy 1.26 is offered here, or refused by its name.

  numpy_names.py DBIDX [--missing]

The names stand in numpy_names.txt. A program asks for each: it gets a value, or NotImplementedError
with the name in it, or of numpy.random as a whole; AttributeError would say that numpy has no such name. --missing lists what is
refused. A name that numpy does not have is an AttributeError. The last line counts the names.
"""
import pathlib
import subprocess
import sys
import tempfile

TABLE = pathlib.Path(__file__).with_name('numpy_names.txt')
ASK = '''
try:
    x = {of}.{name}
    print({number}, 'offered')
except NotImplementedError as e:
    print({number}, 'refused', '{name}' in str(e) or 'numpy.random' in str(e))
except Exception as e:
    print({number}, type(e).__name__, e)
'''


def names():
    of = None
    for line in TABLE.read_text().splitlines():
        if line.startswith('  '):
            yield from ((of, name) for name in line.split())
        elif not line.startswith('#'):
            of = line.partition(': ')[2]


def main():
    asked = [*names(), *((of, 'no_such_name') for of in ('np', 'np.zeros(3)', 'np.float64(1)', 'np.add'))]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'names.py'
        path.write_text('import numpy as np\n' + ''.join(ASK.format(of=o, name=n, number=k) for k, (o, n) in enumerate(asked)))
        run = subprocess.run([sys.argv[1], 'run', path], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)
    said = dict(line.split(' ', 1) for line in run.stdout.splitlines() if ' ' in line)
    passed = failed = 0
    for k, (of, name) in enumerate(asked):
        answer = said.get(str(k), 'nothing')
        right = answer.startswith('AttributeError') if name == 'no_such_name' else answer in ('offered', 'refused True')
        passed, failed = passed + right, failed + (not right)
        if not right:
            print(f'{of}.{name}: {answer}')
        elif '--missing' in sys.argv and answer != 'offered':
            print(f'{of}.{name}')
    print(f'{passed} passed, {failed} failed')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
