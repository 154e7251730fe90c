#!/usr/bin/env python3
"""The two styles in which versions of jax print a Jaxpr.

usage: styles.py DBIDX

What jax 0.7.1 printed (new/*.jaxpr) is printed back identically with --jaxpr-style=new; what
Catalyst 0.7.0 printed (the corpus) survives being printed in the new style and read again.
"""
import pathlib
import subprocess
import sys
import tempfile

import texts

HERE = pathlib.Path(__file__).resolve().parent


def dbidx(style, path):
    r = subprocess.run([sys.argv[1], "jaxpr", f"--jaxpr-style={style}", str(path)], capture_output=True, text=True,
                       stdin=subprocess.DEVNULL, timeout=60)
    return r.stdout if r.returncode == 0 and r.stdout else f"status {r.returncode}\n{r.stderr}"


def main():
    passed = failed = 0

    def check(where, got, want):
        nonlocal passed, failed
        passed, failed = passed + (got == want), failed + (got != want)
        if got != want:
            print(f"FAIL {where}: printed\n{got}")

    for path in sorted((HERE / "new").glob("*.jaxpr")):
        check(path.name, dbidx("new", path), path.read_text())
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "text.jaxpr"
        for text in texts.all_printed():
            file.write_text(text)
            new = dbidx("new", file)
            file.write_text(new)
            read = "lambda" in new and dbidx("new", file)
            check(text, read or f"{new}in the new style", new)
            # constants of other branches are named with a trailing "_" in the old style only
            if "_:" not in text.replace(" _:", ""):
                check(text, dbidx("old", file), text + "\n")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
