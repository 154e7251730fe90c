#!/usr/bin/env python3
"""Times the host language against CPython over ordinary programs (host/*.py).

  host.py DBIDX [NAME...] [--rounds N] [--python PYTHON] [--most RATIO] [--least PROGRAMS]

In every round each program runs under both, in turn; what counts is the least processor time of
either over the rounds, which what else the machine does disturbs little. A program passes if both
print the same, dbidx ends as CPython does, and it takes at most RATIO times CPython's time
(0: only the output counts). The last line counts the programs.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent / 'host'


def run(command):
    """Exit status, output, and seconds of processor time."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL,
                                 stdin=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        return child.returncode, out.read(), used.ru_utime + used.ru_stime


def measure(program, options):
    least, results = [float('inf')] * 2, []
    commands = [[options.dbidx, 'run', '--no-init', program], [options.python, '-S', program]]
    for _ in range(options.rounds):
        for k, command in enumerate(commands):
            status, out, seconds = run(command)
            least[k] = min(least[k], seconds)
            results.append((status, out))
    expected = results[1]
    same = all(r == expected for r in results) and expected[0] == 0 and expected[1]
    return same, least


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dbidx')
    parser.add_argument('names', nargs='*')
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--python', default='/usr/bin/python3')
    parser.add_argument('--most', type=float, default=1.2)
    parser.add_argument('--least', type=int, default=0)
    options = parser.parse_intermixed_args()
    passed = failed = 0
    ratios = []
    print(f'{"program":<16}{"dbidx":>8}{"CPython":>9}{"ratio":>7}')
    for path in sorted(HERE.glob('*.py')):
        if options.names and path.stem not in options.names:
            continue
        same, (own, theirs) = measure(str(path), options)
        ratio = own / theirs
        ratios.append(ratio)
        ok = same and (not options.most or ratio <= options.most)
        passed, failed = passed + ok, failed + (not ok)
        what = '' if ok else '  another output' if not same else '  slower'
        print(f'{path.stem:<16}{own:>8.2f}{theirs:>9.2f}{ratio:>7.2f}{what}', flush=True)
    if len(ratios) < options.least:
        failed += 1
        print(f'{len(ratios)} programs, but there should be {options.least}')
    if ratios:
        product = 1.0
        for r in ratios:
            product *= r
        print(f'geometric mean {product ** (1 / len(ratios)):.2f}, most {max(ratios):.2f}')
    print(f'{passed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
