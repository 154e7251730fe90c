#!/usr/bin/env python3
"""What recording costs: a program of 10,000 equations is traced with a recorder and without.

usage: cost.py PYTHON [--equations=N]
PYTHON has Catalyst 0.7.0, 0.15.0, or jax alone. CPU seconds of a trace, seven in turns, the least of each (what else the machine does only
adds). The recorded trace may take at most 1.5 times that of the program. `N passed, N failed`.
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BAR, EQUATIONS, ROUNDS = 1.5, 10000, 7
PROGRAM = """
import importlib.util, json, os, sys, time
import jax, jax.numpy as jnp
from dbidx import hooks
count, rounds, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
catalyst = importlib.util.find_spec("catalyst") is not None
if catalyst:
    from catalyst import qjit

def function():
    def f(n):
        x = jnp.ones([n]) if catalyst else jnp.ones([4]) * n
        for _ in range(count // 5):
            x = jnp.sin(x)
            x = x * 2.0
            x = x - jnp.cos(x)
            x = jnp.abs(x)
        return x
    return f

def seconds():
    f = function()
    begin = time.process_time()
    if catalyst:
        qjit(f).capture((3,))
    else:
        jax.make_jaxpr(f)(3)
    return time.process_time() - begin

seconds()
found = [[], []]
for _ in range(rounds):
    found[0].append(seconds())
    recorder = hooks.install(path)
    found[1].append(seconds())
    recorder.end()
with open(path) as file:
    equations = max(json.dumps(json.loads(line)).count('"prim"') for line in file if '"whole"' not in line) if not catalyst else sum('"k": "do"' in line for line in file)
print(json.dumps({"plain": found[0], "recorded": found[1], "equations": equations, "bytes": os.path.getsize(path)}))
"""


def main():
    import json  # pylint: disable=import-outside-toplevel
    import os  # pylint: disable=import-outside-toplevel

    count = next((int(a.split("=")[1]) for a in sys.argv[2:] if a.startswith("--equations=")), EQUATIONS)
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "python"), JAX_PLATFORMS="cpu", OMP_NUM_THREADS="1")
    with tempfile.TemporaryDirectory() as folder:
        p = subprocess.run([sys.argv[1], "-c", PROGRAM, str(count), str(ROUNDS), f"{folder}/x.dbidx"], capture_output=True, text=True,
                           env=environment, check=False)
    if p.returncode:
        print(p.stderr[-2000:] + "\n0 passed, 1 failed")
        return 1
    found = json.loads(p.stdout.splitlines()[-1])
    least, recorded = min(found["plain"]), min(found["recorded"])
    print(f"{found['equations']} equations: {least:.2f} s, recorded {recorded:.2f} s: {recorded / least:.2f} times; {found['bytes']} bytes")
    checks = [("enough equations", found["equations"] >= count), ("at most 1.5 times", recorded <= BAR * least)]
    for name, ok in checks:
        if not ok:
            print(f"FAIL {name}: {found}")
    passed = sum(ok for _, ok in checks)
    print(f"{passed} passed, {len(checks) - passed} failed")
    return passed < len(checks)


if __name__ == "__main__":
    sys.exit(main())
