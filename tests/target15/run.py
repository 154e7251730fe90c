#!/usr/bin/env python3
"""What the programs of tests/conformance print with --target=catalyst-0.15.

usage: run.py DBIDX [--engine=interp|jit]... [FOLDER...]

FOLDER/NAME.out here is what Catalyst 0.15.0 (jax 0.7.1, numpy 2.4) prints for the program of that name, to the
byte; where there is none it prints NAME.out of the corpus too. After an uncaught exception the last line is
`!` and its class. Of the programs in faults.txt only the values are compared, with what is right.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE.parent / "conformance"
LIMIT = 60


def names(path):
    lines = (line.split("#")[0].strip() for line in path.read_text().splitlines())
    return {line for line in lines if line}


def jaxpr_lines(text):
    """The places of the lines of Jaxprs."""
    depth, inside = 0, False
    for i, line in enumerate(text.splitlines()):
        if not inside and (line.startswith("{ lambda") or re.match(r"let \w+ = \{ lambda", line)):
            inside, depth = True, 0
        if inside:
            yield i
            depth += line.count("{") - line.count("}")
            inside = depth > 0 or line.rstrip().endswith(" in")


def values(text):
    """What a text says beside Jaxprs, however arrays are spelled."""
    hidden = set(jaxpr_lines(text))
    text = " ".join(line for i, line in enumerate(text.splitlines()) if i not in hidden and line != "<jaxpr>")
    text = re.sub(r"\b[Aa]rray\(", "(", re.sub(r"\s+", " ", text))
    return re.sub(r"(, shape=\([\d, ]*\))?(, dtype=\w+)?\)", ")", text).strip()


def expected(program, faults):
    """The text, and whether it is compared to the byte."""
    rel = program.relative_to(CORPUS).with_suffix("")
    if str(rel) in faults:
        right = program.with_suffix(".right")
        return (right if right.exists() else program.with_suffix(".out")).read_text(), False
    own = HERE / rel.with_suffix(".out")
    return (own if own.exists() else program.with_suffix(".out")).read_text(), True


def printed(dbidx, engine, program):
    command = [dbidx, "run", f"--engine={engine}", "--target=catalyst-0.15", "--exception-line", program.name]
    try:
        r = subprocess.run(command, cwd=program.parent, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"(more than {LIMIT} s)"
    except OSError as e:
        return str(e)
    return r.stdout.decode(errors="backslashreplace") + (f"(signal {-r.returncode})" if r.returncode < 0 else "")


def main():
    args = sys.argv[1:]
    engines = [a.split("=")[1] for a in args if a.startswith("--engine=")] or ["interp"]
    dbidx, *folders = [a for a in args if not a.startswith("-")]
    dbidx = str(pathlib.Path(dbidx).resolve())
    faults = names(HERE / "faults.txt")
    programs = sorted(p for p in CORPUS.rglob("*.py") if not folders or p.parent.name in folders)
    programs = [p for p in programs if p.with_suffix(".out").exists()]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for engine in engines:
            for program, got in zip(programs, pool.map(lambda p: printed(dbidx, engine, p), programs)):
                want, exact = expected(program, faults)
                if not want:  # nothing that could be wrong
                    continue
                same = got == want if exact else bool(got) and values(got) == values(want)
                passed, failed = passed + same, failed + (not same)
                if not same:
                    print(f"FAIL {engine} {program.relative_to(CORPUS)}: printed\n{got}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
