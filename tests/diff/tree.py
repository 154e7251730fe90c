#!/usr/bin/env python3
"""Compares syntax trees: `dbidx check --ast` against CPython's ast.dump, over programs on disk.

  tree.py DBIDX PATH...     PATH: a program or a folder of programs

The last line counts the programs. A tree of this language is the tree of the same text in CPython 3.11;
with another version of Python the dump is brought to the form of 3.11 first. What CPython refuses may
not be accepted here; what dbidx refuses by name (E103) is not compared.
"""
import ast
import pathlib
import subprocess
import sys
import warnings

sys.setrecursionlimit(20000)
warnings.simplefilter('ignore')


def programs(paths):
    for p in map(pathlib.Path, paths):
        yield from sorted(p.rglob('*.py')) if p.is_dir() else [p]


def expected(path):
    """The dump, or None where CPython refuses the text."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return None
    if sys.version_info >= (3, 12):
        for node in ast.walk(tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                node._fields = tuple(f for f in node._fields if f != 'type_params')
    return ast.dump(tree, **({'show_empty': True} if sys.version_info >= (3, 13) else {}))


def dumps(dbidx, paths, at_a_time=100):
    for i in range(0, len(paths), at_a_time):
        run = subprocess.run([dbidx, 'check', '--ast', *map(str, paths[i:i + at_a_time])],
                             capture_output=True, encoding='utf-8', errors='surrogatepass')
        lines = run.stdout.split('\n')[:-1]
        if len(lines) != len(paths[i:i + at_a_time]):
            sys.exit(f'dbidx gave {len(lines)} lines, status {run.returncode}: {run.stderr[-500:]}')
        yield from lines


def difference(want, got):
    n = next((i for i, (a, b) in enumerate(zip(want, got)) if a != b), min(len(want), len(got)))
    n = max(n - 40, 0)
    return f'  cpython ...{want[n:n + 160]}\n  dbidx   ...{got[n:n + 160]}'


def compiles(path):
    """Whether CPython's compiler takes it; some of its refusals come behind the tree."""
    try:
        compile(path.read_bytes(), str(path), 'exec', dont_inherit=True)
    except SyntaxError:
        return False
    return True


def compare(path, want, got):
    """Whether the two agree; says so if they do not."""
    refused = not got.startswith('Module(')
    if want is None and not refused:
        print(f'FAIL {path}: CPython refuses it')
    elif want is not None and refused and 'error[E103]' not in got and compiles(path):
        print(f'FAIL {path}: CPython accepts it\n  {got[:200]}')
    elif want is not None and not refused and want != got:
        print(f'FAIL {path}: the trees differ\n{difference(want, got)}')
    else:
        return True
    return False


def main():
    dbidx, *paths = sys.argv[1:]
    paths = list(programs(paths))
    results = [compare(p, expected(p), got) for p, got in zip(paths, dumps(dbidx, paths))]
    print(f'{sum(results)} passed, {len(results) - sum(results)} failed')
    sys.exit(not all(results))


if __name__ == '__main__':
    main()
