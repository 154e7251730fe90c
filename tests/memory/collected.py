#!/usr/bin/env python3
"""Programs with a collection at every safe point print what they print without: nothing that is in use is given back.

usage: collected.py DBIDX FOLDER... [--every=N] [--jobs=N]
DBIDX has to be built with -Dtests=true (repl/lang/value/heap.h), best with sanitizers, where every object lies by itself.
Beside NAME.py of the folders is NAME.out. Each program has to have had twenty collections, which the process tells on
descriptor 9. Ends with `N passed, N failed`.
"""
import argparse
import concurrent.futures
import os
import pathlib
import subprocess
import sys
import tempfile

LONG = {"argparse_module.py", "generators_alive.py", "re_random.py", "textwrap_module.py"}  # minutes, with sanitizers


def run(dbidx, program):
    """(what it prints, whether there were collections, what it says on the standard error)"""
    with tempfile.TemporaryFile() as told:
        done = subprocess.run([dbidx, "run", "--engine=interp", "--exception-line", program.name], cwd=program.parent,
                              env={**os.environ, "DBX_COLLECT": "always"}, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=300, preexec_fn=lambda: os.dup2(told.fileno(), 9), close_fds=False)
        told.seek(0)
        collects = told.read() == b"collects\n"
    return done.stdout, collects, done.stderr.decode(errors="replace")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dbidx", type=lambda s: str(pathlib.Path(s).resolve()))
    p.add_argument("folders", nargs="+", type=pathlib.Path)
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--jobs", type=int, default=2)
    o = p.parse_args()
    programs = sorted(q for f in o.folders for q in f.rglob("*.py") if q.with_suffix(".out").exists() and q.name not in LONG)[::o.every]
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for q, (out, collects, err) in zip(programs, pool.map(lambda q: run(o.dbidx, q), programs)):
            ok = collects and out == q.with_suffix(".out").read_bytes() and "ERROR: " not in err
            passed, failed = passed + ok, failed + (not ok)
            if not ok:
                print(f"FAIL {q}: collections: {collects}\n" + "\n".join(err.splitlines()[:12]))
    print(f"{passed} passed, {failed} failed")
    return failed or not programs


sys.exit(main())
