#!/usr/bin/env python3
"""Recordings have the keys that docs/trace-format.md names, and it names no others.

usage: schema.py DBIDX
A check is a key of a kind of lines: it is written, and it is documented. `N passed, N failed`.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

PROGRAMS = ["tests/conformance/loops/capture_static*.py", "tests/conformance/loops/axes_grow.py", "tests/conformance/cond/dtype_arrays.py", "tests/conformance/errors_control/*.py",
            "tests/conformance/while/capture*.py", "tests/conformance/divergent/*.py", "tests/strategies/rounds/*.py",
            "tests/conformance2/autograph/*.py", "tests/conformance2/control/*.py", "tests/jaxpr/new/*.jaxpr", "tests/grad/g0*.py",
            "tests/conformance/loops/re*.py", "tests/symbolic/programs/*.py", "tests/quantum/adjoint*.py"]
OPTIONS = [[], ["--dims=symbolic"], ["--target=catalyst-0.15"]]
RARE = {"bind.widenings", "error.fixes", "jaxpr.from_text", "var.name", "traced.proofs", "trace.shared", "trace.plain", "array.host",
        "array.weak", "var.copy", "error.event"}  # documented; the programs here need not have them
EVENT_KEYS = {"k", "trace", "kind", "in", "inside", "at"}


def documented():
    """{kind: keys}; `part` for the parts of binds, KIND for events."""
    kinds, kind = {}, None
    for line in (ROOT / "docs" / "trace-format.md").read_text().split("\n"):
        if line == "## Live":  # steps of a recorder, which dbidx does not write
            break
        heading = re.fullmatch(r"## (?:`(\w+)`|.*)|(A part:)|(\| kind \| fields \|)", line)
        if heading:
            kind = "part" if heading[2] else "fields" if heading[3] else heading[1]
        row = re.match(r"\| (`[^|]*) \| (.*) \|", line)
        if row and kind == "fields":
            names = set(re.findall(r"`(\w+)`", row[2]))
            for event in re.findall(r"`(\w+)`", row[1]):
                kinds[event] = names
        elif row and kind:
            kinds.setdefault(kind, set()).update(re.findall(r"`(\w+)`", row[1]))
    return kinds


def add(written, kind, keys):
    written.setdefault(kind, set()).update(set(keys) - {"k"})


def walk(written, line):
    kind = line["k"]
    if kind == "event":
        add(written, "event", set(line) & EVENT_KEYS)
        return add(written, line["kind"], set(line) - EVENT_KEYS)
    add(written, kind, line)
    for eqn in line.get("eqns", []):
        add(written, "eqn", eqn)
    for part in line.get("parts", []):
        add(written, "part", part)
        add(written, "part", part.get("retrace", {}))


def main():
    dbidx, written = os.path.abspath(sys.argv[1]), {}
    if speaks.silent(dbidx):
        return 1
    programs = [f for p in PROGRAMS for f in sorted(ROOT.glob(p))[:12]]
    for i, program in enumerate(programs):
        p = subprocess.run([dbidx, "inspect", program.name, "--emit=dbidx", *OPTIONS[i % 3]], cwd=program.parent, capture_output=True,
                           text=True, timeout=120, env=dict(os.environ, DBIDX_CACHE="session"), check=False)
        for line in p.stdout.split("\n")[1:-1]:
            walk(written, json.loads(line))
    passed, failed, wanted = 0, 0, documented()
    for kind in sorted(set(written) | set(wanted)):
        if kind == "end":
            continue
        for key in sorted(written.get(kind, set()) | wanted.get(kind, set())):
            missing = [] if key in wanted.get(kind, set()) else ["documented"]
            if key not in written.get(kind, set()) and f"{kind}.{key}" not in RARE:
                missing.append("written")
            passed, failed = passed + (not missing), failed + bool(missing)
            if missing:
                print(f"FAIL {kind}.{key} is not {' and not '.join(missing)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
