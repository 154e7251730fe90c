#!/usr/bin/env python3
"""Compares the host language with CPython, over programs made from grammar.py, or another grammar beside it.

  host.py DBIDX [--grammar NAME] [--seed N] [--count N] [--shrink] [--save FOLDER] [--depth N]

Program number N depends on N alone. A program is right if `dbidx run --exception-line` prints what
CPython prints, followed by the class of the exception that ended it. Nothing here reads what dbidx
prints to know what is right. With --shrink every difference is made small first; --save keeps it as
NAME.py with CPython's output as NAME.out. The last line counts the programs.
"""
import argparse
import contextlib
import io
import os
import pathlib
import random
import re
import resource
import subprocess
import sys
import tempfile
import warnings

import grammar
import grammar_types
from shrink import shrink

GRAMMARS = {"grammar": grammar, "grammar_types": grammar_types}

warnings.simplefilter('ignore')
PLACE = re.compile(r'\$(\w+)')
ADDRESS = re.compile(r"(?<=[\w']) (at 0x[0-9a-f]+|from '/[^']*'(?=>))")
SECONDS, MEMORY = 5, 2 << 30
LITTLE_MEMORY = 256 << 20  # what the largest integer of dbidx takes
ODD_SET = re.compile(r"""\{[^{}:]*(None|<|'|"|\.\.\.|Ellipsis)[^{}:]*\}""")  # not only numbers


# ---- making a program ----

def heights(grammar):
    """How deep the least expansion of every production is."""
    high = {name: 0 for name in vars(grammar.TEXT)}
    while True:
        before = dict(high)
        for name, alternatives in grammar.GRAMMAR.items():
            known = [h for a in alternatives if (h := height(a, high)) is not None]
            if known:
                high[name] = min(known)
        if high == before:
            return high


def height(alternative, high):
    inner = [high.get(name) for name in PLACE.findall(alternative)]
    return None if None in inner else 1 + max(inner, default=-1)


class Maker:
    def __init__(self, grammar, high, seed, depth):
        self.grammar, self.high = grammar, high
        self.random = random.Random(seed)
        self.depth = depth
        self.fresh = 0

    def expand(self, text, depth):
        self.fresh += 1
        text = text.replace('§', str(self.fresh))
        lines = []
        for line in text.split('\n'):
            indent = re.match(' *', line).group()
            new = PLACE.sub(lambda m: self.one(m.group(1), depth), line)
            lines.append(new.replace('\n', '\n' + indent))
        return '\n'.join(lines)

    def one(self, name, depth):
        if hasattr(self.grammar.TEXT, name):
            return getattr(self.grammar.TEXT, name)(self.random)
        alternatives = self.grammar.GRAMMAR[name]
        fit = [a for a in alternatives if height(a, self.high) < depth]
        if not fit:
            fit = [a for a in alternatives if height(a, self.high) == self.high[name]]
        return self.expand(self.random.choice(fit), depth - 1)

    def compiled(self, text):
        """An expansion that CPython compiles."""
        while True:
            new = self.expand(text, self.random.randint(2, self.depth))
            try:
                compile(new, 'snippet', 'exec')
                return new
            except (SyntaxError, ValueError):
                continue

    def program(self, snippets=8):
        parts = [self.grammar.HEAD.strip('\n')]
        for n in range(snippets):
            parts.append(f"print('# {n}')\n" + self.compiled(self.random.choice(self.grammar.SNIPPETS)))
        parts.append(self.compiled(self.random.choice(self.grammar.LAST)))
        return parts


# ---- running it ----

class TooLong(Exception):
    """CPython itself does not end the program in time: nothing is known of it."""


def run_here(text):
    out = io.StringIO()
    end = ''
    with contextlib.redirect_stdout(out):
        try:
            exec(compile(text, 'program', 'exec'), {'__name__': '__main__'})
        except BaseException as e:  # whatever ends the program
            end = f'!{type(e).__name__}\n'
    return ADDRESS.sub('', out.getvalue()) + end


def by_cpython(text, memory=MEMORY):
    """What it prints, in a process of its own that may take SECONDS and that much memory."""
    with tempfile.TemporaryFile() as f:
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            status = 1
            try:
                resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
                resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
                f.write(run_here(text).encode('utf-8', 'surrogatepass'))
                f.flush()
                status = 0
            finally:
                os._exit(status)
        if os.waitpid(child, 0)[1]:
            raise TooLong
        f.seek(0)
        return f.read().decode('utf-8', 'surrogatepass')


def by_dbidx(dbidx, text):
    with tempfile.NamedTemporaryFile('w', suffix='.py', encoding='utf-8') as f:
        f.write(text)
        f.flush()
        try:
            run = subprocess.run([dbidx, 'run', '--exception-line', f.name], capture_output=True, timeout=60)
        except subprocess.TimeoutExpired:
            return 'it takes more than 60 s'
    out = ADDRESS.sub('', run.stdout.decode('utf-8', 'replace'))
    if run.returncode not in (0, 1):
        out += f'exit status {run.returncode}: ' + run.stderr.decode('utf-8', 'replace')[-2000:]
    return out


def defined(text):
    """Whether CPython always prints the same: most values come in sets in an order of the process.

    Few orders may matter (the first of five elements), so many hashes are tried."""
    if ODD_SET.search(by_cpython(text)) or ('hash(' in text and 'nan' in text):
        return False
    first = None
    for seed in range(100):
        r = subprocess.run([sys.executable, '-W', 'ignore', '-c', text], capture_output=True,
                           env={'PYTHONHASHSEED': str(seed), 'PYTHONIOENCODING': 'utf-8:surrogatepass'})
        error = r.stderr.decode('utf-8', 'replace').strip().split('\n')[-1].split(':')[0]
        this = ADDRESS.sub('', r.stdout.decode('utf-8', 'surrogatepass')), error
        first = first or this
        if this != first:
            return False
    return True


def beyond_64_bits(text, want, got):
    """Ranges of ints beyond 64 bits are refused (OverflowError); CPython has them."""
    return 'range(' in text and got.count('OverflowError') > want.count('OverflowError')


def beyond_memory(text, want, got):
    """What is done with gigabytes depends on the machine."""
    errors = got.count('MemoryError')
    return errors > want.count('MemoryError') and errors == by_cpython(text, LITTLE_MEMORY).count('MemoryError')


def differs(dbidx, text):
    want, got = by_cpython(text), by_dbidx(dbidx, text)
    if not got:
        return True  # every program prints
    if want == got or beyond_64_bits(text, want, got) or beyond_memory(text, want, got):
        return False
    return defined(text)


def still_differs(dbidx, text):
    try:
        return differs(dbidx, text)
    except TooLong:
        return False


# ---- what to do about a difference ----

def first_difference(want, got):
    want, got = want.split('\n'), got.split('\n')
    for i in range(max(len(want), len(got))):
        a, b = want[i] if i < len(want) else '(end)', got[i] if i < len(got) else '(end)'
        if a != b:
            return a, b


def smallest(dbidx, parts):
    """A small program that differs, from one part alone where that is enough."""
    head, *rest = parts
    for part in rest:
        if still_differs(dbidx, head + '\n' + part):
            return shrink(head + '\n' + part + '\n', lambda t: still_differs(dbidx, t))
    return shrink('\n'.join(parts) + '\n', lambda t: still_differs(dbidx, t))


def report(options, seed, parts):
    text = '\n'.join(parts) + '\n'
    if options.shrink:
        text = smallest(options.dbidx, parts)
    want, got = by_cpython(text), by_dbidx(options.dbidx, text)
    a, b = first_difference(want, got) or ('?', '?')
    print(f'FAIL seed {seed}:\n  cpython {a[:200]}\n  dbidx   {b[:200]}')
    if options.shrink:
        print('    ' + text.strip('\n').replace('\n', '\n    '))
    if options.save:
        folder = pathlib.Path(options.save)
        folder.mkdir(exist_ok=True, parents=True)
        (folder / f'seed_{seed}.py').write_text(text, encoding='utf-8')
        (folder / f'seed_{seed}.out').write_text(want, encoding='utf-8')
    sys.stdout.flush()


def main():
    p = argparse.ArgumentParser()
    p.add_argument('dbidx')
    p.add_argument('--seed', type=int, default=1, help='of the first program')
    p.add_argument('--count', type=int, default=300)
    p.add_argument('--grammar', choices=GRAMMARS, default='grammar')
    p.add_argument('--depth', type=int, default=5, help='of the deepest expression')
    p.add_argument('--shrink', action='store_true')
    p.add_argument('--save')
    p.add_argument('--show', action='store_true', help='print the programs instead of running them')
    options = p.parse_args()
    failed = left_out = 0
    chosen = GRAMMARS[options.grammar]
    high = heights(chosen)
    for seed in range(options.seed, options.seed + options.count):
        parts = Maker(chosen, high, seed, options.depth).program()
        if options.show:
            print('\n'.join(parts))
            continue
        try:
            if differs(options.dbidx, '\n'.join(parts) + '\n'):
                failed += 1
                report(options, seed, parts)
        except TooLong:
            left_out += 1
    if left_out:
        print(f'{left_out} left out: CPython does not end them in {SECONDS} s')
    print(f'{options.count - failed - left_out} passed, {failed} failed')
    sys.exit(failed > 0)


if __name__ == '__main__':
    main()
