#!/usr/bin/env python3
"""Recordings that are cut, edited, or made of parts of others end in a diagnostic or are shown: never in a crash.

usage: hostile.py DBIDX [--edits=N] [--seed=S]
N edits (150) of recordings of programs of the conformance tests, each shown in one way. `N passed, N failed`.
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

PROGRAMS = ["loops/axes_grow.py", "cond/dtype_arrays.py", "nested/while_in_for.py", "errors_control/axes_distinct_names_mix.py",
            "while/halving.py", "indexing/at_matrix.py", "loops/bounds_expr.py"]
EMITS = ["jaxpr", "types", "binds", "events", "dot", "svg", "json", "html", "calls", "dbidx", "autograph", "why", "users"]
LEAST = 10  # recordings
WORDS = ["0", "1", "2", "7", "4294967295", "-1", "1e9", "null", "true", '""', "[]", "{}", '"v1"', '"v2"', '"_v3"', '"DBIdx(7)"',
         '"3:int64[]"', '"float64[v1,2]"', '"pjit"', '"for_loop"', '"cond"']


def run(args, argv, **how):
    environment = dict(os.environ, DBIDX_CACHE="session", ASAN_OPTIONS="detect_leaks=0:allocator_may_return_null=1")
    return subprocess.run([args.dbidx, *argv], capture_output=True, timeout=120, env=environment, check=False, **how)


def value_edit(r, text):
    """One value of JSON becomes another."""
    spots = list(re.finditer(r'"[^"\n]*"(?!:)|-?\b\d+\b|\btrue\b|\bnull\b', text))
    s = r.choice(spots)
    return text[:s.start()] + r.choice(WORDS) + text[s.end():]


def number_edit(r, text):
    """A number or a variable becomes a near one: what stays plausible goes further."""
    spots = list(re.finditer(r"\d+", text))
    s = r.choice(spots)
    return text[:s.start()] + str(max(0, int(s.group()) + r.choice([-2, -1, 1, 2, 1000]))) + text[s.end():]


def line_edit(r, text):
    lines = text.split("\n")
    i, k = r.randrange(len(lines)), r.randrange(len(lines))
    how = r.randrange(3)
    if how == 0:
        del lines[i]
    elif how == 1:
        lines[i], lines[k] = lines[k], lines[i]
    else:
        lines.insert(i, lines[k])
    return "\n".join(lines)


def byte_edit(r, text):
    i = r.randrange(len(text))
    return text[:i] + chr(r.randrange(1, 256)) + text[i + r.randrange(3):]


def field_edit(r, text):
    """A key with its value goes."""
    spots = list(re.finditer(r'"\w+": (\[[^][]*\]|"[^"\n]*"|\d+|true|false|null)(, )?', text))
    s = r.choice(spots)
    return text[:s.start()] + text[s.end():]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dbidx", type=os.path.abspath)
    parser.add_argument("--edits", type=int, default=150)
    parser.add_argument("--seed", type=int, default=20)
    args = parser.parse_args()
    if speaks.silent(args.dbidx):
        return 1
    r, passed, failed = random.Random(args.seed), 0, 0
    programs = [p for p in (ROOT / "tests" / "conformance" / n for n in PROGRAMS) if p.exists()]
    texts = [run(args, ["inspect", p.name, "--emit=dbidx"], cwd=p.parent).stdout.decode() for p in programs]
    texts += [f.read_text() for f in sorted((ROOT / "tests" / "record" / "live").glob("*.dbidx"))]
    with tempfile.TemporaryDirectory() as folder:
        for i in range(args.edits):
            text = r.choice(texts)
            for _ in range(r.choice([1, 1, 2, 5])):
                text = r.choice([value_edit, number_edit, number_edit, line_edit, byte_edit, field_edit])(r, text)
            path = pathlib.Path(folder) / "a.dbidx"
            path.write_text(text)
            emit = r.choice(EMITS)
            of = ["--of", r.choice(["a", "b", "e", "event 5", "a == b", "line 5", "b.shape[0]", "g"])] if emit in ("why", "users") else []
            p = run(args, ["inspect", str(path), f"--emit={emit}", *of])
            ok = p.returncode in (0, 1) and (p.returncode == 0 or p.stderr.startswith(b"error[") or b"\nerror[" in p.stderr)
            passed, failed = passed + ok, failed + (not ok)
            if not ok:
                kept = ROOT / "build" / f"hostile-{args.seed}-{i}.dbidx"
                kept.write_text(text)
                print(f"FAIL {kept.name} --emit={emit} {' '.join(of)}: status {p.returncode}\n{p.stderr.decode(errors='replace')[:600]}")
    if len(texts) < LEAST:
        print(f"FAIL only {len(texts)} programs")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
