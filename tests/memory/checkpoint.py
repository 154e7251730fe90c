#!/usr/bin/env python3
"""What jax.checkpoint spares: the most memory that a derivative takes, with it and without.

usage: checkpoint.py DBIDX
Sixteen layers of sixteen sines of an array. Without jax.checkpoint the derivative keeps a cosine of each sine; with it, an
array for each layer, and those of one layer while that is gone through backwards. The policy that keeps everything takes what
none takes. By the compiled code's own count of bytes (`dbidx bench`) and, of the interpreter, by the largest size of the
process less that of a run on nothing. The last line is `N passed, N failed`.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from speaks import silent  # noqa: E402

LAYERS, N = 16, 100_000
TEXT = f"""import jax, jax.numpy as jnp
from catalyst import qjit


def layer(x):
    for _ in range({LAYERS}):
        x = jnp.sin(x)
    return x


f = WHAT


@qjit(abstracted_axes={{0: "n"}})
def g(x):
    def total(x):
        for _ in range({LAYERS}):
            x = f(x)
        return jnp.sum(x)

    return jax.grad(total)(x)
"""
WHAT = {"plain": "layer", "again": "jax.checkpoint(layer)",
        "all": "jax.checkpoint(layer, policy=jax.checkpoint_policies.everything_saveable)"}


def counted(program, path):
    command = [program, "bench", "--engine=jit", "--repeat=1", "--json", path, f"g(jnp.ones({N}))"]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)["peak_bytes"]


def largest(program, path, n):
    """Of the process, in bytes."""
    text = pathlib.Path(path).read_text() + f"\nprint(float(jnp.sum(g(jnp.ones({n})))))\n"
    run = pathlib.Path(path).with_suffix(".run.py")
    run.write_text(text)
    child = os.spawnv(os.P_NOWAIT, "/bin/sh", ["sh", "-c", f'exec "{program}" run --engine=interp "{run}" > /dev/null'])
    _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{run} fails")
    return usage.ru_maxrss * 1024


def main():
    program = sys.argv[1]
    if silent(program):
        return 1
    peaks = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, what in WHAT.items():
            path = os.path.join(folder, f"{name}.py")
            pathlib.Path(path).write_text(TEXT.replace("WHAT", what))
            peaks[name] = counted(program, path), largest(program, path, N) - largest(program, path, 0)
    array, passed = 8 * N, 0
    for k, engine in enumerate(("jit", "interpreter")):
        plain, again, everything = (peaks[name][k] / array for name in WHAT)
        print(f"{engine}: {plain:.0f} arrays without, {again:.0f} with jax.checkpoint, {everything:.0f} if all is kept")
        checks = plain > 0.9 * LAYERS ** 2, again < 4 * LAYERS, everything > 0.9 * LAYERS ** 2
        passed += sum(checks)
        if not all(checks):
            print(f"FAIL {engine}: a layer has {LAYERS} values, and there are {LAYERS} layers")
    print(f"{passed} passed, {6 - passed} failed")
    return passed < 6


sys.exit(main())
