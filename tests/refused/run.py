#!/usr/bin/env python3
"""Checks what dbidx says of constructs that it refuses.

  run.py DBIDX [--write] [NAME...]

Beside programs/NAME.py is NAME.want: the first line of the first diagnostic, and `LINE:COLUMN TEXT` with the text
that is underlined. --write makes the missing ones, to be read before they are kept. A program has to end
with a diagnostic and status 1. The last line counts the programs.
"""
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).resolve().parent / 'programs'
PLACE = re.compile(r'\s*--> .*:(\d+):(\d+)$')


def underlined(lines):
    """The source text above the carets of the first diagnostic; operands inside of it are marked by dashes."""
    for source, carets in zip(lines, lines[1:]):
        marks = re.fullmatch(r' *\| *([-^]*\^[-^]*)', carets)
        if marks:
            return source[marks.start(1):marks.end(1)]
    return ''


def seen(dbidx, path):
    run = subprocess.run([dbidx, 'run', path.name], cwd=path.parent, capture_output=True, text=True,
                         stdin=subprocess.DEVNULL, timeout=60)
    lines = run.stderr.split('\n')
    first = next((i for i, line in enumerate(lines) if line.startswith('error[')), None)
    if first is None or run.returncode != 1:
        return f'status {run.returncode}, no diagnostic\n'
    place = PLACE.match(lines[first + 1])
    where = f'{place[1]}:{place[2]} {underlined(lines[first + 2:first + 4])}' if place else 'nowhere'
    return f'{lines[first]}\n{where.rstrip()}\n'


def main():
    dbidx, *names = sys.argv[1:]
    write = '--write' in names
    names = [n for n in names if n != '--write']
    dbidx = str(pathlib.Path(dbidx).resolve())
    passed = failed = 0
    for path in sorted(FOLDER.glob('*.py')):
        if names and path.stem not in names:
            continue
        got, file = seen(dbidx, path), path.with_suffix('.want')
        if write and not file.exists():
            file.write_text(got)
        want = file.read_text() if file.exists() else '(no .want file)\n'
        if got == want:
            passed += 1
        else:
            failed += 1
            print(f'FAIL {path.name}\n  want {want!r}\n  got  {got!r}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
