#!/usr/bin/env python3
"""`dbidx check --target=RELEASE` warns (W106) of what that release of Catalyst refuses though it is well typed.

usage: refused.py DBIDX [--show]

What the releases do was observed: refused.txt has the programs of tests/conformance that 0.15.0 refuses (NAME.out
there is of 0.7.0), functions.tsv compiled functions with what both made of them. Of a program of the corpus that a
release runs nothing may be said; of the functions that it runs a few are warned of, and of what it refuses a few are
not: the shares are bounded. --show lists them.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import speaks  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent / "conformance"
RELEASES = ("catalyst-0.7", "catalyst-0.15")
REFUSED = {line.split()[0] for line in (HERE / "refused.txt").read_text().splitlines() if line[0] != "#"}
HEAD = """import jax
from jax import lax, nn, numpy as jnp, random
from catalyst import cond, for_loop, qjit, while_loop

"""
# of a release: programs and functions that run, of which nothing is said; that are refused, of which something is
LEAST = {"catalyst-0.7": (600, 80, 420, 260), "catalyst-0.15": (600, 88, 430, 260)}
SILENT, SAID = 0.99, 0.94  # of functions


def fails(path):
    return path.exists() and re.search(r"^!\w+\s*\Z", path.read_text(), re.M) is not None


def programs():
    """(name, file, whether each release refuses it) of the corpus: what runs here, and catches no error itself."""
    for p in sorted(CORPUS.glob("*/*.py")):
        out, right = p.with_suffix(".out"), p.with_suffix(".right")
        if not fails(right if right.exists() else out) and "except" not in p.read_text():
            name = str(p.relative_to(CORPUS).with_suffix(""))
            yield name, p, (fails(out), name in REFUSED)


def functions(folder):
    """The same of functions.tsv."""
    for i, line in enumerate((HERE / "functions.tsv").read_text().splitlines()):
        if line.startswith("#"):
            continue
        axes, parameters, args, body, *ends = line.split("\t")
        body = body.replace("\\n", "\n")
        p = folder / f"f{i}.py"
        p.write_text(f"{HEAD}@qjit{f'({axes})' if axes else ''}\ndef f({parameters}):\n{body}\n\n\nf({args})\n")
        yield body.splitlines()[-1].strip(), p, [end != "runs" for end in ends]


def ways(cases):
    """What the warnings name instead, each in a function that both releases run."""
    table = (HERE.parent.parent / "repl/debug/peers.def").read_text()
    texts = [p.read_text() for _, p, refused in cases if not any(refused)]
    return [(code, any(code in t for t in texts)) for code in re.findall(r"`(.+?)`", table)]


def said(dbidx, release, program):
    """Whether it warns; None: the check did not come to its end, or found an error."""
    try:
        r = subprocess.run([dbidx, "check", f"--target={release}", program.name], cwd=program.parent,
                           stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as e:
        return None, str(e)
    known = r.returncode in (0, 1) and bool(r.returncode) == bool(r.stdout) and "error[" not in r.stdout
    return "[W106]" in r.stdout if known else None, r.stdout + r.stderr


def compared(dbidx, which, release, cases, show):
    """(runs and silent, runs and said, refused and said, refused and silent)"""
    counts = [0, 0, 0, 0]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (name, _, refused), (found, text) in zip(cases, pool.map(lambda c: said(dbidx, release, c[1]), cases)):
            refused = refused[RELEASES.index(release)]
            if found is None:
                if show and not refused:
                    print(f"{release}: an error here: {name}: {text.strip()[:200]}")
                continue
            counts[(3 - found) if refused else int(found)] += 1
            if show and refused != found:
                print(f"{release} {'refuses' if refused else 'runs'} it: {name} {text.strip()}")
    print(f"{which} with {release}: of {sum(counts[:2])} that run {counts[0]} without a warning; of {sum(counts[2:])} refused {counts[2]} with one")
    return counts


def main():
    dbidx, show, passed, failed = pathlib.Path(sys.argv[1]).resolve(), "--show" in sys.argv, 0, 0

    def check(what, good):
        nonlocal passed, failed
        passed, failed = passed + bool(good), failed + (not good)
        if not good:
            print(f"FAIL {what}")

    if speaks.silent(dbidx):
        return 1
    corpus = list(programs())
    with tempfile.TemporaryDirectory() as folder:
        made = list(functions(pathlib.Path(folder)))
        for code, runs in ways(made):
            check(f"`{code}` is in no function that both releases run", runs)
        check("the warnings name what runs instead", passed >= 20)
        for release, least in LEAST.items():
            silent, wrong, warned, missed = compared(dbidx, "programs", release, corpus, show)
            check(f"{release}: {wrong} programs run there and are warned of", not wrong)
            check(f"{release}: {silent} programs that run, {warned} that it refuses", silent >= least[0] and warned >= least[1])
            passed += silent + warned
            silent, wrong, warned, missed = compared(dbidx, "functions", release, made, show)
            check(f"{release}: {wrong} functions run there and are warned of", silent >= SILENT * (silent + wrong))
            check(f"{release}: {missed} functions are refused there without a warning", warned >= SAID * (warned + missed))
            check(f"{release}: {silent} functions that run, {warned} that it refuses", silent >= least[2] and warned >= least[3])
            passed += silent + warned
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
