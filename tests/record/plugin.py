#!/usr/bin/env python3
"""pytest --dbidx keeps the recording of each failing test.

usage: plugin.py DBIDX [PYTHON]
PYTHON (python3) has pytest; with Catalyst the recordings are made and opened, without jax the report says why there is none.
Where there is no pytest nothing is tested. `N passed, N failed`.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

TESTS = """import pytest

def test_without():
    assert 1 == 2

def traced(other):
    catalyst = pytest.importorskip("catalyst")
    import jax.numpy as jnp

    @catalyst.qjit(abstracted_axes=({0: "n"}, {0: other}))
    def add(x, y):
        return x + y
    return add(jnp.ones(2), jnp.ones(2))

@pytest.mark.parametrize("other", ["n", "m"])
def test_add(other):
    assert traced(other).shape == (2,)
"""


def run(argv, folder):
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), DBIDX_CACHE="session", NO_COLOR="1")
    return subprocess.run(argv, cwd=folder, capture_output=True, text=True, timeout=300, env=environment, stdin=subprocess.DEVNULL,
                          check=False)


def checks(dbidx, python, folder):
    (folder / "test_it.py").write_text(TESTS)
    pytest = [python, "-m", "pytest", "-q", "-p", "dbidx.pytest_plugin", "-p", "no:cacheprovider"]
    p = run([*pytest, "--dbidx"], folder)
    kept = sorted(f.name for f in (folder / "dbidx-recordings").glob("*"))
    if run([python, "-c", "import catalyst"], folder).returncode:
        no_jax = run([python, "-c", "import numpy, jax"], folder).returncode != 0
        yield "says why", no_jax == ("nothing was recorded: No module named '" in p.stdout)
        yield "tests run as they do without it", "1 failed, 2 skipped" in p.stdout
        yield "keeps nothing", not kept
    else:
        yield "failing test only", kept == ["test_it.py.test_add[m].dbidx"]
        yield "named", "dbidx-recordings/test_it.py.test_add[m].dbidx" in p.stdout and "2 failed, 1 passed" in p.stdout
        yield "its own code", "dbidx/hooks.py" not in p.stdout
        said = run([dbidx, "open", "--no-init", f"dbidx-recordings/{kept[0]}"], folder).stderr if kept else ""
        yield "opens", "error[E301]" in said and "test_it.py:12:16" in said
    yield "help", "--dbidx-folder=FOLDER" in run([*pytest, "--help"], folder).stdout
    q = run([*pytest, "--dbidx-folder=other"], folder)
    yield "only if asked", not (folder / "other").exists() and "dbidx open" not in q.stdout and " failed" in q.stdout


def main():
    dbidx, python = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "python3"
    if speaks.silent(dbidx):
        return 1
    if run([python, "-c", "import pytest"], ROOT).returncode:
        print("0 passed, 0 failed (there is no pytest)")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return speaks.tell(checks(dbidx, python, pathlib.Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
