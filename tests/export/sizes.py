#!/usr/bin/env python3
"""The artefact of each program at three sizes: by JAX, and by the interpreter from the StableHLO that is read back.

usage: PYTHON sizes.py DBIDX PATH... [--schema=FILE.fbs] [--flatc=FLATC] [--jobs=N]      PYTHON has JAX

Of each program the function that was traced last. Every symbol of the artefact's types gets a number, arrays are made to fit, and
integers that are sizes are arrays of truths as long. Three assignments: lengths in their order are 4, 5, 6, ..., then 6, 7, ..., then 10, 12,
...; integers are less, as a count of columns or of steps is less than a length, and more than 1. Elements are drawn by a generator that
begins anew for each argument, floats between 0.25 and 1, so that powers get smaller; square matrices of floats are symmetric and dominated by their
diagonals, so that what factorises or iterates is well-conditioned. A program without symbols is called once. A call that the interpreter does
not end in a quarter of a minute is not made. Both have to give the same numbers, or to fail with the same class of error, whose code is in
JAX's message where a guard of the text fails. With a schema flatc decodes every artefact: its name, its types, its text have to be there.
What has no artefact (E804) has a line with the equation and the reason; it is not counted in the last line, `N passed, N failed`. Whoever
traces nothing, as a program that has to be refused, is not counted at all.
"""
import argparse
import collections
import concurrent.futures
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import jax
import numpy as np
from jax import export

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "repl/cmd/host/peer")]
import peer  # what a failure says
import run as printed  # how numbers are compared

jax.config.update("jax_enable_x64", True)
SIZES = [lambda i: 4 + i, lambda i: 6 + i, lambda i: 10 + 2 * i]  # of the i-th length
NUMBERS = [lambda i: 2 + i % 2, lambda i: 3 + i % 2, lambda i: 4 + i % 2]  # the i-th argument, an integer
NOTHING = "nothing is traced"
DTYPES = {"bool": "bool", "i": "int", "u": "uint", "f": "float", "c": "complex"}


def dbidx(program, *args, seconds=300):
    env = {**os.environ, "DBIDX_CACHE": "session", "NO_COLOR": "1"}
    r = subprocess.run([program, *args], env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", timeout=seconds)
    return r.returncode, r.stdout, r.stderr


def emitted(program, path, form, out):
    _, _, said = dbidx(program, "inspect", "--no-init", "--engine=interp", str(path), f"--emit={form}", "-o", str(out))
    return out.exists(), said


def inputs(jaxpr):
    """(name, dtype, lengths) of each input of a Jaxpr's text."""
    head = re.match(r"\{ lambda (?:[^;]*);\s*(.*?)\. let", jaxpr, re.S)[1]
    return [(n, t, [d for d in dims.split(",") if d]) for n, t, dims in re.findall(r"(\w+):(\w+)\[([\w,]*)\]", head)]


def dtype_of(short):
    kind, bits = ("bool", "") if short == "bool" else (DTYPES[short[0]], short[1:])
    return np.dtype(f"{kind}{bits}")


def array(dtype, shape, k):
    """The k-th argument: integers from 0 to 4, or floats."""
    draw = np.random.default_rng(k)
    if dtype.kind not in "fc":
        return draw.integers(0, 2 if dtype.kind == "b" else 5, shape).astype(dtype)
    x = draw.integers(64, 256, shape) / 256
    if len(shape) == 2 and shape[0] == shape[1]:
        x = (x + x.T) / 2 + len(x) * np.eye(len(x))
    return x.astype(dtype)


def literal(x):
    return f"jnp.array({x.tolist()!r}, dtype=jnp.{x.dtype})" if x.ndim else f"jnp.{x.dtype}({x.item()!r})" if x.dtype != bool else repr(bool(x))


def arguments(ins, avals, size, number):
    """The same for both: text for dbidx with the lengths first, arrays for JAX."""
    named = {d for _, _, dims in ins for d in dims if not d.isdigit()}
    lengths = {n: size(i) for i, n in enumerate(n for n, _, dims in ins if n in named and not dims)}
    text, arrays = [], []
    rest = iter(avals)
    for k, (name, t, dims) in enumerate(ins):
        if name in lengths:
            text.append(str(lengths[name]))
            continue
        aval = next(rest)
        x = array(dtype_of(t), [lengths.get(d) or int(d) for d in dims], k)
        carrier = not dims and len(aval.shape) == 1
        if not dims and np.issubdtype(x.dtype, np.integer):
            x = np.asarray(number(k), x.dtype)
        text.append(literal(x))
        arrays.append(np.ones(int(x), bool) if carrier else x)
    return ", ".join(text), arrays


def call(exported, arrays):
    try:
        return jax.tree.leaves(exported.call(*arrays)), ""
    except Exception as e:  # whatever JAX refuses
        return None, peer.what_failed(e)


class Endless(Exception):
    pass


def one_size(program, text, exported, ins, size, number):
    given, arrays = arguments(ins, exported.in_avals, size, number)
    try:
        status, out, said = dbidx(program, "jaxpr", "--engine=interp", str(text), "--run", given, seconds=15)
    except subprocess.TimeoutExpired:
        raise Endless(f"({given}) does not end") from None
    theirs, refused = call(exported, arrays)
    if theirs is None:
        codes = set(re.findall(r"\bE7\d\d\b", refused))
        own = set(re.findall(r"^error\[(E7\d\d)\]", said, re.M))
        return "" if codes & own else f"({given}): JAX: {refused.splitlines()[0] if refused else ''}; here: {(said.splitlines() or out.splitlines() or [''])[0]}"
    want = "".join(f"{np.asarray(x)}\n" for x in theirs)
    want, out = (re.sub(r"-0\.?0*j", "+0.j", s) for s in (want, out))  # signs of zeros
    return "" if not status and printed.same(want, out) else f"({given}): {want!r} became {(out or said)[:200]!r}"


def decoded(flatc, schema, blob):
    """What flatc makes of the artefact has its name, a type for each argument and result, and the text."""
    with tempfile.TemporaryDirectory() as folder:
        r = subprocess.run([flatc, "--json", "--strict-json", "--raw-binary", "--defaults-json", "-o", folder, str(schema), "--", str(blob)],
                           capture_output=True, text=True)
        made = list(pathlib.Path(folder).glob("*.json"))
        if r.returncode or not made:
            return f"flatc: {(r.stdout + r.stderr).strip()[:200]}"
        d = json.loads(made[0].read_text())
        text = bytes(b & 255 for b in d["mlir_module_serialized"]).decode()
    whole = d["function_name"] and len(d["unique_avals"]) == len(d["in_avals_idxs"]) + len(d["out_avals_idxs"]) and "@main" in text
    return "" if whole else f"flatc: {d['function_name']!r}, {len(d['unique_avals'])} types, {len(text)} bytes of text"


def refusal(said):
    """The equation and the reason; whether the text is for IREE alone."""
    line = (re.findall(r"^error\[E804\] \w+: (.*)$", said, re.M) or [NOTHING])[-1]
    return line, line.endswith("IREE does not")


def artefact_wrong(o, program, path, folder):
    """What is wrong with a program's artefact, how many calls of it were alike, and why there are none."""
    jax.clear_caches()
    blob, text = pathlib.Path(folder, "a.bin"), pathlib.Path(folder, "a.mlir")
    made, said = emitted(program, path, "jaxexport", blob)
    if not made or not emitted(program, path, "stablehlo", text)[0]:
        return "", 0, refusal(said)
    if o.schema and (wrong := decoded(o.flatc, o.schema, blob)):
        return wrong, 0, None
    exported = export.deserialize(bytearray(blob.read_bytes()))
    status, jaxpr, said = dbidx(program, "jaxpr", str(text))
    if status:
        return said.splitlines()[0], 0, None
    ins = inputs(jaxpr)
    symbolic = any(not isinstance(d, int) for a in exported.in_avals for d in a.shape)
    sizes = list(zip(SIZES, NUMBERS))[: 3 if symbolic else 1]
    for size, number in sizes:
        if wrong := one_size(program, text, exported, ins, size, number):
            return wrong, 0, None
    return "", len(sizes), None


def judge(o, program, path):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return artefact_wrong(o, program, path, folder)
        except Endless as e:
            return "", 0, (str(e), False)
        except Exception as e:  # a process that ends it, a time that is over
            return f"{type(e).__name__}: {e}", 0, None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program", type=pathlib.Path)
    p.add_argument("paths", nargs="+", type=pathlib.Path)
    p.add_argument("--schema", type=pathlib.Path)
    p.add_argument("--flatc", default="flatc")
    p.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    o = p.parse_args()
    program = str(o.program.resolve())
    files = sorted(f for path in o.paths for f in ([path] if path.is_file() else path.rglob("*.py")))
    files = [f.resolve() for f in files if "qjit" in f.read_text(errors="replace")]
    counts, calls = collections.Counter(), 0
    with concurrent.futures.ProcessPoolExecutor(o.jobs, multiprocessing.get_context("spawn")) as pool:
        for path, (wrong, alike, none) in zip(files, pool.map(judge, *zip(*((o, program, f) for f in files)))):
            name = f"{path.parent.name}/{path.name}"
            kind = NOTHING if none and none[0] == NOTHING else "for IREE" if none and none[1] else "none"
            counts["wrong" if wrong else kind if none else "alike"] += 1
            calls += alike
            if wrong or none and kind != NOTHING:
                print(f"FAIL {name}: {wrong}" if wrong else f"none {name}: {none[0]}", flush=True)
    whole = counts["alike"] + counts["wrong"] + counts["none"]
    print(f"{calls} calls of {counts['alike']} artefacts alike{', decoded by flatc' if o.schema else ''}; not called: "
          f"{counts['for IREE']} for IREE alone, {counts['none']} others ({100 * counts['none'] / max(whole, 1):.1f} %)")
    print(f"{counts['alike']} passed, {counts['wrong']} failed")
    return 1 if counts["wrong"] or not counts["alike"] else 0


if __name__ == "__main__":
    sys.exit(main())
