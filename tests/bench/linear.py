#!/usr/bin/env python3
"""Host programs whose cost and memory must not depend on what was done before.

  linear.py DBIDX [--count N]

Each body runs N and 4N times in a process of its own, three times each. A body passes if all runs
print how often it ran (it adds 1 to `c` each time), 4N takes less than 6 times the processor time
of N (each the least of the three; less than 5 ms count as 5), and the most resident memory of 4N is
at most 4 MB above that of N. The system counts no less for a child than this harness holds itself,
about 13 MB: N must be such that a growth goes well beyond it. The last line counts the bodies.
"""
import argparse
import os
import subprocess
import sys
import tempfile

HEAD = ('import math\nclass A:\n    def __init__(self, x):\n        self.x = x\n'
        'class Mine(Exception): pass\n')
BODIES = {
    'raise': 'try: raise ValueError("no " + str(i))\nexcept ValueError: c += 1',
    'raise own': 'try: raise Mine("no " + str(i), i)\nexcept Mine as e: c += len(e.args) - 1',
    'raise from': 'try:\n    try: raise KeyError("k" + str(i))\n    except KeyError as e:'
                  ' raise ValueError("v" + str(i)) from e\nexcept ValueError: c += 1',
    'raise again': 'try:\n    try: raise Mine(str(i))\n    except Mine: raise\nexcept Mine: c += 1',
    'missing key': 'try: {}["key " + str(i)]\nexcept KeyError: c += 1',
    'assertion': 'try: assert i < 0, "message " + str(i)\nexcept AssertionError: c += 1',
    'conversion': 'try: int("number " + str(i))\nexcept ValueError: c += 1',
    'operands': 'try: "a" + i\nexcept TypeError: c += 1',
    'domain': 'try: math.sqrt(-1 - i)\nexcept ValueError: c += 1',
    'default': 'c += {}.get("key " + str(i), 1)',
    'formats': 'c += len(f"{i:>9}" + "%9d" % i + "{:9d}".format(i)) - 26',
    'instances': 'c += A(i).x - i + 1',
}


def program(body, n):
    inner = ''.join(f'        {line}\n' for line in body.splitlines())
    return f'{HEAD}def run(n):\n    c = 0\n    for i in range(n):\n{inner}    return c\nprint(run({n}))\n'


def run(dbidx, body, n):
    """What it printed, seconds of processor time, most resident memory in kB."""
    with tempfile.NamedTemporaryFile('w', suffix='.py') as f, tempfile.TemporaryFile() as out:
        f.write(program(body, n))
        f.flush()
        child = subprocess.Popen([dbidx, 'run', '--no-init', f.name], stdout=out,
                                 stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        said = out.read().decode(errors='replace')
    return said if not child.returncode else f'status {child.returncode}: {said}', \
        used.ru_utime + used.ru_stime, used.ru_maxrss


def wrong(dbidx, name, body, n):
    """Why a body fails; '' if it passes. What is slow once is measured again: others may have had the caches."""
    for _ in range(3):
        why = measured(dbidx, name, body, n)
        if why != 'slower and slower':
            break
    return why


def measured(dbidx, name, body, n):
    least, most = {}, {}
    for times in (n, 4 * n):
        runs = [run(dbidx, body, times) for _ in range(3)]
        for said, _, _ in runs:
            if said != f'{times}\n':
                return f'printed {said[:80]!r}, not {times}'
        least[times] = min(r[1] for r in runs)
        most[times] = min(r[2] for r in runs)
    ratio = least[4 * n] / max(least[n], 0.005)
    more = most[4 * n] - most[n]
    print(f'{name:<12}{least[n]:>8.3f}{least[4 * n]:>8.3f} s{ratio:>7.2f}{more:>8} kB', flush=True)
    return 'slower and slower' if ratio >= 6 else 'memory grows' if more > 4096 else ''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('dbidx')
    parser.add_argument('--count', type=int, default=40000)
    options = parser.parse_args()
    failed = 0
    for name, body in BODIES.items():
        why = wrong(options.dbidx, name, body, options.count)
        if why:
            failed += 1
            print(f'FAIL {name}: {why}')
    print(f'{len(BODIES) - failed} passed, {failed} failed')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
