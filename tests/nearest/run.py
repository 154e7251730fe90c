#!/usr/bin/env python3
"""Checks what dbidx offers for misspelled names.

  run.py DBIDX [TEXT...]

Each line of misspelled.txt is a name in its place and what is meant; only lines with one of the TEXTs are
tried. The last line counts them.
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from speaks import silent  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent
OFFER = re.compile(r"did you (?:mean|forget to import) '([^']*)'\?")


def offered(dbidx, how, text):
    arguments = {'program': ['-c', text.replace('\\n', '\n')], 'prompt': [], 'command': text.split()}[how]
    run = subprocess.run([dbidx, *arguments], input=text + '\n' if how == 'prompt' else '', capture_output=True,
                         text=True, timeout=60)
    failed = run.returncode != 0 or how == 'prompt'
    found = OFFER.findall(run.stdout + run.stderr)
    return (found[0] if found else '-') if failed else f'status {run.returncode}'


def main():
    dbidx, *wanted = sys.argv[1:]
    dbidx = str(pathlib.Path(dbidx).resolve())
    if silent(dbidx):
        return True
    passed = failed = 0
    for line in (FOLDER / 'misspelled.txt').read_text().splitlines():
        if not line or line.startswith('#') or not all(w in line for w in wanted):
            continue
        meant, how, text = line.split('\t')
        got = offered(dbidx, how, text)
        passed += got == meant
        failed += got != meant
        if got != meant:
            print(f'FAIL {how} {text!r}: meant {meant}, offered {got}')
    print(f'{passed} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
