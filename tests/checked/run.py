#!/usr/bin/env python3
"""`dbidx check` finds no error in programs that run.

usage: run.py DBIDX

The programs are those of the corpora whose recorded output does not end with an exception. What they print is not
shown, what a Jaxpr has that its text cannot have (a function of Python) is no error. `N passed, N failed`.
"""
import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

FOLDERS = ("tests/conformance", "tests/conformance2", "tests/quantum", "tests/programs", "examples")
LEAST, AT_ONCE = 1400, 40


def ends_well(program):
    out, right = program.with_suffix(".out"), program.with_suffix(".right")
    text = (right if right.exists() else out).read_text() if out.exists() else ""
    return not re.search(r"^!\w+\s*\Z", text, re.M)


def programs():
    """The files of the corpora that run, in the order of their folders."""
    return [p for f in FOLDERS for p in sorted((ROOT / f).rglob("*.py")) if ends_well(p)]


def every(usual):
    """Of --every=N."""
    return int(next((a.split("=")[1] for a in sys.argv if a.startswith("--every=")), usual))


def errors(dbidx, names):
    """What is found in each."""
    found = collections.defaultdict(list)
    r = subprocess.run([dbidx, "check", *names], cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
    for line in r.stdout.splitlines():
        at = re.match(r"(.+?):\d+:\d+: error\[", line)
        if at:
            found[at[1]].append(line)
    if r.returncode not in (0, 1) or (r.returncode == 0) != (not r.stdout):
        return {p: [f"status {r.returncode} of {p}: {r.stderr[-200:]}"] for p in names}
    return found


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    if speaks.silent(dbidx):
        return 1
    names, found = [str(p.relative_to(ROOT)) for p in programs()], {}
    for i in range(0, len(names), AT_ONCE):
        found.update(errors(dbidx, names[i:i + AT_ONCE]))
    return speaks.tell([(found[p][0] if p in found else p, p not in found) for p in names], LEAST)


if __name__ == "__main__":
    sys.exit(main())
