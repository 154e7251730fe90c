#!/usr/bin/env python3
"""Every failure of a program has a place, and it is that of the operation that failed.

usage: run.py DBIDX [NAME...]

marked.txt has programs with the failing operation between « and »: the first diagnostic has to have just that place,
in a file, by both engines, and typed into the prompt through a pipe. And no program of the folders below prints a
diagnostic without a place. Commands of the prompt are no text of a program: their failures have no place. The last
line counts programs, once for each way.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
FOLDERS = ['conformance', 'errors', 'refused', 'programs', 'catalyst', 'strategies', 'symbolic', 'blocks']
LEAST = 300  # diagnostics of the folders
NO_PROGRAMS = {'run.py', 'pages.py'}  # the harnesses themselves


def diagnostics(command, **options):
    """The JSON lines of standard error, None if the program printed none or ended by a signal."""
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, **options)
    lines = [json.loads(line) for line in run.stderr.split('\n') if line.startswith('{')]
    return None if run.returncode < 0 else lines


def place(text, offset):
    """Line and column of a character, counted from 1."""
    before = text[:offset]
    return before.count('\n') + 1, offset - (before.rfind('\n') + 1) + 1


def marked():
    for part in re.split(r'^# ---- ', (HERE / 'marked.txt').read_text(), flags=re.M)[1:]:
        name, program = part.split('\n', 1)
        begin, end = program.index('«'), program.index('»') - 1
        program = program.replace('«', '').replace('»', '')
        yield name, program, place(program, begin) + place(program, end)


def said(found):
    if not found:
        return 'nothing'
    span = found[0]['span']
    return tuple(span[k] for k in ('line', 'column', 'end_line', 'end_column')) if span else 'no place'


def check_marked(dbidx, names, folder):
    for name, program, want in marked():
        if names and name not in names:
            continue
        path = folder / f'{name}.py'
        path.write_text(program)
        for way, command, options in (
                ('interp', [dbidx, 'run', '--json', '--engine=interp', path.name], {'stdin': subprocess.DEVNULL}),
                ('jit', [dbidx, 'run', '--json', '--engine=jit', path.name], {'stdin': subprocess.DEVNULL}),
                ('prompt', [dbidx, '--json', '--engine=interp'], {'input': program})):
            got = said(diagnostics(command, cwd=folder, **options))
            if got != want:
                print(f'FAIL {name}, {way}: the place is {got}, and not {want}')
            yield got == want


def check_folders(dbidx):
    count = 0
    for folder in FOLDERS:
        for path in sorted((HERE.parent / folder).rglob('*.py')):
            if path.name in NO_PROGRAMS:
                continue
            found = diagnostics([dbidx, 'run', '--json', '--engine=interp', path.name], cwd=path.parent,
                                stdin=subprocess.DEVNULL)
            nowhere = [d['message'] for d in found or [] if not d['span']]
            count += len(found or [])
            for message in nowhere:
                print(f'FAIL {path.relative_to(HERE.parent)}: no place: {message}')
            if found is None:
                print(f'FAIL {path.relative_to(HERE.parent)}: ended by a signal')
            if found is None or found:
                yield found is not None and not nowhere
    if count < LEAST:
        print(f'FAIL the folders: {count} diagnostics, at least {LEAST}')
        yield False


def main():
    dbidx, *names = sys.argv[1:]
    dbidx = str(pathlib.Path(dbidx).resolve())
    with tempfile.TemporaryDirectory() as folder:
        results = list(check_marked(dbidx, names, pathlib.Path(folder)))
    if not names:
        results += check_folders(dbidx)
    passed = sum(results)
    print(f'{passed} passed, {len(results) - passed} failed')
    sys.exit(passed < len(results))


if __name__ == '__main__':
    main()
