#!/usr/bin/env python3
"""How many operations a second are traced from the text of a program.

usage: tracing.py DBIDX [--runs N]

A function of an array of unknown length repeats one operation 1,000 and 100,000 times: in a Python loop, and as
so many lines of text. Reading the text, parsing, evaluating and tracing it are measured within the program, in
a process of its own (first) and again in the same process, 50 times and 4 times, each time after what the time
before defined and traced was given back; the best of N runs each (15). The last column is a whole process,
from its start to its end.
"""
import argparse
import json
import os
import pathlib
import subprocess
import tempfile
import time

HEAD = """from jax import numpy as jnp
from jax import lax
from catalyst import qjit

@qjit
def f(n: int):
    x = jnp.ones(n)
"""
AGAIN = {1000: 50, 100000: 4}
OPERATIONS = ("x = x + x", "x = lax.sin(x)")
FORMS = {
    "loop": lambda operation, n: f"    for _ in range({n}):\n        {operation}\n",
    "lines": lambda operation, n: f"    {operation}\n" * n,
}


def measure(program, path, again, runs):
    best = [float("inf")] * 3
    for _ in range(runs):
        inside = subprocess.run([program, "bench", "--json", "--engine=interp", f"--repeat={again}", path],
                                check=True, capture_output=True, text=True)
        start = time.perf_counter()
        subprocess.run([program, "run", "--engine=interp", path], check=True)
        whole = 1000 * (time.perf_counter() - start)
        figures = json.loads(inside.stdout)
        best = list(map(min, best, (figures["first_ms"], figures["best_ms"], whole)))
    return best


def main():
    args = argparse.ArgumentParser()
    args.add_argument("program")
    args.add_argument("--runs", type=int, default=15)
    a = args.parse_args()
    program = os.path.abspath(a.program)
    print(f"{'':28} {'first':>16} {'again':>16} {'whole process':>16}")
    with tempfile.TemporaryDirectory() as folder:
        for n, again in AGAIN.items():
            for form, body in FORMS.items():
                for operation in OPERATIONS:
                    path = pathlib.Path(folder) / "program.py"
                    path.write_text(HEAD + body(operation, n) + "    return x\n")
                    first, more, whole = measure(program, path, again, a.runs)
                    rates = "".join(f" {n / ms / 1000:9.2f} M ops/s" for ms in (first, more))
                    print(f"{n:6} {form:5} {operation:15}{rates} {whole:13.1f} ms", flush=True)


main()
