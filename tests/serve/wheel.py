#!/usr/bin/env python3
"""A wheel of the package in an environment of its own: the program, its compiler and its libraries are inside.

usage: wheel.py WHEEL
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import venv
import zipfile

from counted import check, end

PROGRAM = """import dbidx
def f(x, y):
    return x + y
e = dbidx.explain(f, "f64[n]", "f64[m]")
print(e.ok, e.diagnostics[0]["code"], "n and m are two variables" in repr(e), "<details>" in e._repr_html_())
print(dbidx.trace(f, "f64[n]", "f64[n]").jaxpr)
print(dbidx.explain("InDBIdx").name)
"""
COMPILED = """import re
from catalyst import qjit
from jax import numpy as jnp
@qjit
def f(n: int):
    return jnp.sum(jnp.ones([n, n])) * 2.0
print(f(3), re.sub("a+", "b", "caat"), jnp.linalg.det(jnp.array([[2.0, 1.0], [1.0, 3.0]])))
"""


def main():
    wheel = pathlib.Path(sys.argv[1])
    check("its tags", re.search(r"-py3-none-manylinux_\d+_\d+_\w+\.whl$", wheel.name), wheel.name)
    check("its size", wheel.stat().st_size < 100 << 20, wheel.stat().st_size)
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("dbidx/bin/dbidx", "dbidx/lib/dbidx/dbxlower.so", "dbidx/lib/dbidx/dbxcompile", "dbidx/lib/dbidx/libdbxbuilt.a", "dbidx/lib/dbidx/built.h", "dbidx/sheets/1-tracers.md",
                 "dbidx/licences/GPL-3.txt", "dbidx/licences/libreadline-dev.txt", "dbidx/licences/llvm-22-dev.txt"):
        check(name, name in names, names[:40])
    metadata = next(n for n in names if n.endswith(".dist-info/METADATA"))
    check("its licence", b"GPL-3.0-or-later" in zipfile.ZipFile(wheel).read(metadata), metadata)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python, bare = f"{folder}/bin/python", {"PATH": "/usr/bin:/bin", "HOME": folder}

        def run(*command, text=None):
            return subprocess.run(command, input=text, capture_output=True, text=True, check=False, env=bare, cwd=folder, timeout=300)

        r = run(python, "-m", "pip", "install", "--quiet", "--no-index", str(wheel.resolve()))
        check("pip install", r.returncode == 0, r.stderr)
        r = run(f"{folder}/bin/dbidx", "--version")
        check("dbidx --version", re.fullmatch(r"dbidx \d+\.\d+\.\d+\n", r.stdout), r)
        pathlib.Path(folder, "program.py").write_text(PROGRAM)
        r = run(python, "program.py")
        check("dbidx.explain of a mismatch", r.stdout.startswith("False E301 True True\n{ lambda ;") and r.stdout.endswith("InDBIdx\n"), r)
        for engine in ("jit", "interp"):
            r = run(f"{folder}/bin/dbidx", f"--engine={engine}", "-c", COMPILED)
            check(f"a program, {engine}", r.stdout == "18.0 cbt 5.000000000000001\n" or r.stdout == "18.0 cbt 5.0\n", r)
        libraries = list(pathlib.Path(folder).glob("lib/python*/site-packages/dbidx*/**/*.so*"))
        check("libraries are the wheel's own", len(libraries) >= 4, libraries)
        for f in [*libraries, *pathlib.Path(folder).glob("lib/python*/site-packages/dbidx/**/dbx*")]:
            lost = [line for line in run("ldd", str(f)).stdout.splitlines() if "not found" in line]
            check(f"{f.name} finds what it needs", not lost, lost)
        r = run(python, "-m", "dbidx", "course", "notebooks")
        check("the course", len(r.stdout.splitlines()) >= 6, r)
        r = run(f"{folder}/bin/dbidx", "serve", text='Content-Length: 45\n\n{"jsonrpc":"2.0","id":1,"method":"evaluate"}  ')
        check("dbidx serve", '"code": -32602' in r.stdout, r)
    return end()


os.environ.pop("PYTHONPATH", None)
sys.exit(main())
