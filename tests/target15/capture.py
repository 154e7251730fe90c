#!/usr/bin/env python3
"""`dbidx check --target=catalyst-0.15` warns (W104) of the loops that Catalyst 0.15 unrolls or leaves out in capture mode.

usage: capture.py DBIDX

What capture mode does was observed with pennylane-catalyst 0.15.0 and pennylane 0.45.1: each program under
`qjit(capture=True)`, with that allow_array_resizing.
"""
import pathlib
import subprocess
import sys
import tempfile

HEAD = """from jax import numpy as jnp
import pennylane as qml
from catalyst import qjit

@qjit(capture=True)
def f(n: int):
    x = jnp.ones([n])
    y = jnp.ones([n + 1])
"""
UNROLLED, LEFT_OUT, LOOP = "is no loop", "not in the Jaxpr", None
PROGRAMS = [  # what it does: bounds and options, body, carries
    (UNROLLED, "0, 3, 1, allow_array_resizing=True", "a", "a + x", "x"),
    (LOOP, "0, 3, 1", "a", "a + x", "x"),
    (UNROLLED, "0, 10, 1, allow_array_resizing=True", "a", "a * x", "x"),
    (LOOP, "0, 10, 1, allow_array_resizing=True", "a", "a * y", "x"),  # fails when it is unrolled, too
    (LOOP, "0, 3, 1, allow_array_resizing=True", "a, b", "(b, a)", "x, y"),
    (LOOP, "0, n, 1", "s", "s + i", "0"),
    (UNROLLED, "0, 3, 1", "a", "a if i > 1 else a", "x"),
    (LOOP, "0, n, 1", "a", "a if i > 1 else a", "x"),  # traced bounds: an error
    (LEFT_OUT, "5, 5, 1", "a", "a + x", "x"),
    (LEFT_OUT, "0, 0, 1", "s", "s + i", "0"),
    (UNROLLED, "0, 3, 1, allow_array_resizing=True", "a, b", "(a + b, b + 1.0)", "x, x"),
    (LOOP, "0, 3, 1, allow_array_resizing=True", "a", "jnp.ones([a.shape[0] + i])", "x"),
    (UNROLLED, "0, 1000, 1, allow_array_resizing=True", "a", "a + x", "x"),
    (UNROLLED, "3, 0, -1, allow_array_resizing=True", "a", "a + x", "x"),
]


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "program.py"
        for want, bounds, names, body, carries in PROGRAMS:
            file.write_text(f"{HEAD}\n    @qml.for_loop({bounds})\n    def loop(i, {names}):\n        return {body}\n\n"
                            f"    return loop({carries})\n")
            try:
                r = subprocess.run([sys.argv[1], "check", "--target=catalyst-0.15", file], capture_output=True,
                                   stdin=subprocess.DEVNULL, text=True, timeout=60)
                said, status = r.stdout + r.stderr, r.returncode
            except OSError as e:
                said, status = str(e), None
            warned = [line for line in said.splitlines() if "[W104]" in line]
            good = len(warned) == 1 and want in warned[0] if want else not warned
            # a loop that traces is checked without a finding; nothing else stands there where one does not
            good = good and status in (0, 1) and bool(status) == any("[E" in s or "[W" in s for s in said.splitlines())
            if not want and status == 0:
                good = good and inspected(file)
            passed, failed = passed + good, failed + (not good)
            if not good:
                print(f"FAIL {bounds}: {body}: status {status}, it says\n{said}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


def inspected(file):
    """The loop is in the Jaxpr."""
    r = subprocess.run([sys.argv[1], "inspect", "--target=catalyst-0.15", "--emit=jaxpr", file], capture_output=True,
                       stdin=subprocess.DEVNULL, text=True, timeout=60)
    return "for_loop[" in r.stdout


sys.exit(main())
