#!/usr/bin/env python3
"""What inspect draws of programs is well formed and the same each time: SVG for xmllint, DOT for
Graphviz, and a page's document for the JSON reader, with every mark in it a dimension that is there.

usage: forms.py DBIDX DIR... [--every=N]   every Nth program below the folders (1: all)
One line a fault, then `N passed, N failed`.
"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys


def inspect(dbidx, program, form):
    r = subprocess.run([dbidx, "inspect", f"--emit={form}", str(program)], capture_output=True, timeout=120)
    if r.returncode not in (0, 1) or b"Sanitizer" in r.stderr or b"runtime error" in r.stderr:
        raise AssertionError(f"--emit={form}: status {r.returncode} {r.stderr[-300:].decode(errors='replace')}")
    return r.stdout


def accepted_by(command, text):
    r = subprocess.run(command, input=text, capture_output=True, timeout=60)
    if r.returncode or r.stderr:
        raise AssertionError(f"{command[0]}: {r.stderr[:200].decode(errors='replace')}")


def marks(value, key=None):
    """Every [name, dimension, ...] of the texts in a document."""
    if isinstance(value, dict):
        for k, v in value.items():
            if k not in ("span", "place"):
                yield from marks(v, k)
    elif isinstance(value, list):
        if key in ("text", "jaxpr", "type", "meaning", "equation", "entry"):
            for p in value:
                if isinstance(p, list):
                    yield p
            value = [p for p in value if isinstance(p, dict)]
        elif value and isinstance(value[0], list) and key.endswith(("puts", "results", "constants")):
            for v in value:
                yield from marks(v, "entry")
            return
        for v in value:
            yield from marks(v)


def read_page(text):
    page = json.loads(text)
    for f in page["functions"]:
        accepted_by(["xmllint", "--noout", "-"], f["drawing"].encode())
        n = len(f["dimensions"])
        for name, *dims in marks(f):
            assert isinstance(name, str) and all(0 <= d < n for d in dims), f"the mark {name} {dims} of {n}"
        for e in f["events"]:
            assert e["bind"] is None or e["bind"] < len(f["binds"]), "an event of a bind that is not there"
    return bool(page["functions"]) and not page["functions"][-1]["failed"]


def check(dbidx, program):
    page = inspect(dbidx, program, "json")
    if page != inspect(dbidx, program, "json"):
        raise AssertionError("--emit=json differs from run to run")
    drawn = read_page(page)  # what inspect draws: the function that was traced last
    for form, command in (("dot", ["dot", "-Tcanon"]), ("svg", ["xmllint", "--noout", "-"])):
        text = inspect(dbidx, program, form)
        if text or drawn:
            accepted_by(command, text)
            first = {"dot": b"digraph ", "svg": b"<svg "}[form]
            assert text.startswith(first), f"--emit={form} begins with {text[:40]}"


def main():
    every = next((int(a[8:]) for a in sys.argv if a.startswith("--every=")), 1)
    dbidx, *dirs = [a for a in sys.argv[1:] if not a.startswith("--")]
    programs = sorted(p for d in dirs for p in pathlib.Path(d).rglob("*.py"))[::every]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for p, job in [(p, pool.submit(check, dbidx, p)) for p in programs]:
            try:
                job.result()
                passed += 1
            except (AssertionError, ValueError, KeyError, OSError, subprocess.TimeoutExpired) as e:
                failed += 1
                print(f"FAIL {p}: {str(e)[:300]}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
