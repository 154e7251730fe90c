#!/usr/bin/env python3
"""Random programs of numpy_programs.py: what they print here is what they print with numpy.

  numpy_host.py DBIDX [--seed N] [--count N] [--refused] [--write FOLDER] [--batch N]

A program passes if its output is numpy's, or is up to a refusal by name (NotImplementedError), which
ends the comparison. --refused counts the refusals by cause, --write keeps the programs that differ.
At most one program in ten may be refused. numpy has 3 GB for each program: one in which that was too
little, and which differs from there on, is left out, as are those that numpy_programs calls old or
undefined, and where another numpy than 1.26 judges, those that its changes touch (CHANGED). At most one
program in a hundred may be left out, one in thirty by another numpy. The last line counts the programs.
"""
import argparse
import collections
import contextlib
import itertools
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    if sys.executable == '/usr/bin/python3':
        raise
    os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])

import numpy_programs

NUMBER = re.compile(r'[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|nan|inf)')
OTHER_VERSION = not np.__version__.startswith('1.26.')
# what other versions of numpy do in another way: powers of complex zeros, the order of checks of
# ufunc.at and of np.clip
CHANGED = re.compile(r'\*\*|power|\.at\(|clip\(')
MARK = '@ statement\n'  # before the output of each
# texts that differ between the versions 1.24 and 1.26 of numpy
VERSIONS = [('only size-1 arrays', 'only length-1 arrays'), ('operand array with iterator write flag set is read-only', 'output array is read-only'),
            ('assignment destination is read-only', 'output array is read-only'), ('LinAlgError', 'ValueError')]


@contextlib.contextmanager
def limited(size=3 << 30):
    """What runs here may have so many bytes more than this process has now."""
    pages = int(pathlib.Path('/proc/self/statm').read_text().split()[0])
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def program_of(seed, k):
    with limited():
        return numpy_programs.Program(random.Random(f'{seed} {k}'))


def plain(line):
    for old, new in VERSIONS:
        line = line.replace(old, new)
    if re.search('Output array is the wrong shape|output parameter for reduction|output array has another shape', line):
        line = 'the shape of out does not fit'
    if re.search(r'Error tuple index out of range|Error (source: |destination: )?axis -?\d+ is out of bounds for array of dimension', line):
        line = 'no such axis'  # numpy finds out by an index of its own, or says so
    if 'is out of bounds for axis' in line and 'IndexError' in line:
        line = 'an index is out of bounds'  # of several, each may be named
    if re.search('inhomogeneous|could not broadcast input array|could not be broadcast together', line):
        line = 'the shapes do not fit'
    if 'MemoryError' in line:
        line = 'no memory'
    return re.sub(r'failed: (?:_?UFunc\w*|numpy\w*)', 'failed: TypeError', line).rstrip()


def near(want, got, least):
    """The same text but for the last digits of numbers, and the blanks around them."""
    a, b = (re.sub(r'\s+', '', NUMBER.sub('#', x)) for x in (want, got))
    x, y = NUMBER.findall(want), NUMBER.findall(got)
    tolerance = max(least, 2e-3 if 'float16' in want else 4e-6 if 'float32' in want or 'complex64' in want else 2e-8)
    return a == b and len(x) == len(y) and np.allclose([float(i) for i in x], [float(i) for i in y], tolerance, max(tolerance / 100, 1e-8), True)  # arrays print 8 digits behind the point


def difference(want, got, loose, least):
    """The first lines that differ in the output of one statement; None, or a refusal."""
    want, got = ([plain(x) for x in text.rstrip().split('\n')] for text in (want, got))
    for w, g in itertools.zip_longest(want, got, fillvalue='(nothing)'):
        if g.startswith('refused: '):
            return g
        if w != g:
            return None if loose and near('\n'.join(want), '\n'.join(got), least) else f'numpy {w!r}\n  dbidx {g!r}'
    return None


def verdict(program, got):
    """'passed', 'refused: CAUSE', 'left out', or what differs first."""
    text = ''.join(program.lines + program.output)
    least = 2e-3 if 'float16' in text else 4e-6 if 'float32' in text or 'complex64' in text else 0
    got = got.split(MARK)[1:]
    for k, want in enumerate(program.output):
        why = difference(want, got[k] if k < len(got) else '(nothing)', k in program.loose, least)
        if why and (why.startswith('refused: ') or not (program.undefined or any('MemoryError' in x for x in program.output[:k + 1]))):
            return 'left out' if OTHER_VERSION and not why.startswith('refused: ') and CHANGED.search(''.join(program.lines[:k + 1])) else why
        if why:
            return 'left out'
    return 'passed'


def text_of(programs):
    parts = [numpy_programs.HEAD]
    for k, p in programs:
        parts.append(f"print('# program {k}')\n" + ''.join(f"print('{MARK.strip()}')\n{x}" for x in p.lines))
    return '\n'.join(parts)


def outputs(dbidx, programs, folder):
    path = pathlib.Path(folder) / 'programs.py'
    path.write_text(text_of(programs))
    run = subprocess.run([dbidx, 'run', path], capture_output=True, stdin=subprocess.DEVNULL, timeout=600)
    found = {}
    for part in ('\n' + run.stdout.decode('utf-8', 'replace')).split('\n# program ')[1:]:
        number, _, text = part.partition('\n')
        found[int(number)] = text
    return found, run


def cause(text):
    text = re.sub(r"'\w+'", lambda m: m[0] if 'numpy.' not in text and 'argument' in text else "'...'", text[9:])
    return re.sub(r'\d+', 'N', text)[:110]


def main():
    p = argparse.ArgumentParser()
    p.add_argument('dbidx'), p.add_argument('--seed', type=int, default=1), p.add_argument('--count', type=int, default=1000)
    p.add_argument('--refused', action='store_true'), p.add_argument('--write'), p.add_argument('--batch', type=int, default=40)
    o = p.parse_args()
    passed = failed = left_out = 0
    causes, statements = collections.Counter(), 0
    for start in range(0, o.count, o.batch):
        made = [(k, program_of(o.seed, k)) for k in range(start, min(start + o.batch, o.count))]
        programs = [x for x in made if not x[1].old]
        left_out += len(made) - len(programs)
        with tempfile.TemporaryDirectory() as folder:
            found, run = outputs(o.dbidx, programs, folder)
        if run.returncode:
            print(f'programs from {start}: status {run.returncode}: {run.stderr.decode("utf-8", "replace")[-400:]}')
        for k, program in programs:
            statements += len(program.lines)
            why = verdict(program, found.get(k, '')) if k in found else 'it did not run'
            if why == 'left out':
                left_out += 1
                continue
            if why.startswith('refused: '):
                causes[cause(why)] += 1
            if why == 'passed' or why.startswith('refused: '):
                passed += 1
                continue
            failed += 1
            print(f'program {k} of seed {o.seed}:\n  {why}')
            if o.write:
                pathlib.Path(o.write).mkdir(parents=True, exist_ok=True)
                (pathlib.Path(o.write) / f'{o.seed}_{k}.py').write_text(text_of([(k, program)]))
    refused = sum(causes.values())
    print(f'{passed - refused} of {o.count} programs are equal, {refused} were refused at some statement, {left_out} left out, {statements} statements in all')
    if o.refused:
        for text, n in causes.most_common():
            print(f'{n:6} {text}')
    if (refused - 4) * 10 > o.count:  # a tenth; of few programs the share scatters
        failed += 1
        print('too many were refused')
    if left_out * (30 if OTHER_VERSION else 100) > o.count:
        failed += 1
        print('too many were left out')
    print(f'{passed} passed, {failed} failed')
    return failed > 0


if __name__ == '__main__':
    sys.exit(main())
