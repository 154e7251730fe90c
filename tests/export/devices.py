#!/usr/bin/env python3
"""The example of docs/export.md over several devices: its program is exported by dbidx, its script is run by PYTHON, which has JAX, with
eight devices that XLA is forced to see; what both print has to be what the page says.

usage: devices.py DBIDX --python=PYTHON
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "export.md"


def block(page, name):
    return re.search(rf"```\w+ {re.escape(name)}\n(.*?)```", page, re.S)[1]


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program", type=pathlib.Path)
    p.add_argument("--python", default="python3")
    o = p.parse_args()
    page = PAGE.read_text()
    console = re.search(r"```text\n(\$ dbidx inspect normalise\.py .*?)```", page, re.S)[1]
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ("normalise.py", "sharded.py"):
            pathlib.Path(folder, name).write_text(block(page, name))
        for part in re.split(r"^\$ ", console, flags=re.M)[1:]:
            line, want = part.split("\n", 1)
            words = line.split()
            words[0] = {"dbidx": str(o.program.resolve()), "python": o.python}[words[0]]
            env = {**os.environ, "DBIDX_CACHE": "session", "JAX_PLATFORMS": "cpu"}
            own = line.startswith("dbidx")  # what a program prints while it is inspected is on standard error
            r = subprocess.run(words, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT if own else subprocess.PIPE, text=True)
            same = r.stdout.strip() == want.strip()
            passed, failed = passed + same, failed + (not same)
            if not same:
                print(f"FAIL {line}: {r.stdout!r} instead of {want!r}", r.stderr or "", sep="\n")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
