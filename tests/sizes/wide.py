#!/usr/bin/env python3
"""Nothing is cut: 40 axes, 200 parameters, names of 500 bytes. tests/sizes/wide.py DBIDX

Each program is run by both engines, with results that are computed here, and shown by every view of a traced
function; names stand in the views that have names, whole. The last line is `N passed, N failed`.
"""
import base64
import re
import zlib
import os
import pathlib
import subprocess
import sys
import tempfile

HEAD = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n"
AXES, PARAMETERS, LONG = 40, 200, "v" + "x" * 499
VIEWS = ["jaxpr", "types", "binds", "events", "calls", "strategies", "why", "users", "mlir", "dot", "svg", "html", "json"]
OF = {"why": "n", "users": "n"}


def axes():
    shape = (3,) + (1,) * (AXES - 1)
    body = f"""@qjit
def f(n: int):
    x = jnp.ones([n] + [1] * {AXES - 1})
    @for_loop(0, 2, 1)
    def loop(i, y):
        return y * 2
    y = loop(x)
    every = tuple(range({AXES}))
    z = jnp.transpose(jnp.flip(y, axis=every))
    return z, y.reshape([n]), jnp.sum(z), jnp.var(y, axis=every), jnp.concatenate([y, y]), y[0], y[..., 0]
r = f(3)
for a in r:
    print(a.shape)
print(r[1], r[2], r[3])
"""
    shapes = [shape[::-1], (3,), (), (), (6,) + shape[1:], shape[1:], shape[:-1]]
    return "axes", body, "".join(f"{s}\n" for s in shapes) + "[4. 4. 4.] 12.0 0.0\n", None


def parameters():
    n = range(PARAMETERS)
    names = ", ".join(f"p{i}" for i in n)
    body = f"""@qjit
def f({", ".join(f"p{i}: int" for i in n)}):
    n = p0 + 1
    @for_loop(0, 3, 1)
    def loop(i, {names}):
        return {", ".join(f"p{(i + 1) % PARAMETERS} + 1" for i in n)}
    {", ".join(f"r{i}" for i in n)} = loop({names})
    return {" + ".join(f"r{i}" for i in n)}, r0, r{PARAMETERS - 1}, jnp.ones([n])
print(f({", ".join(str(i) for i in n)}))
"""
    total = sum(n) + 3 * PARAMETERS
    return "parameters", body, f"(array({total}), array({3 + 3}), array({2 + 3}), array([1.]))\n", f"p{PARAMETERS - 1}"


def names():
    body = f"""@qjit(abstracted_axes={{0: "{LONG}"}})
def {LONG}(n{LONG}):
    n = n{LONG}.shape[0]
    @for_loop(0, n, 1, allow_array_resizing=True)
    def l{LONG}(i{LONG}, c{LONG}):
        return jnp.ones([c{LONG}.shape[0] + 1])
    return l{LONG}(n{LONG})
print({LONG}(jnp.ones(2)))
"""
    return "names", body, "[1. 1. 1. 1.]\n", LONG


def run(program, *arguments):
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8"}
    env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
    done = subprocess.run([program, *arguments], env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=600)
    return done.stdout, done.returncode


def unpacked(text):
    """The document of a page that is long, or the text as it is."""
    m = re.search(r'data-form="deflate"[^>]*>([A-Za-z0-9+/=]+)<', text)
    return zlib.decompress(base64.b64decode(m[1])).decode() if m else text


def main():
    program = os.path.abspath(sys.argv[1])
    passed, failed = 0, []
    for what, body, expected, name in (axes(), parameters(), names()):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "wide.py"
            path.write_text(HEAD + body)
            for engine in ("interp", "jit"):
                text, status = run(program, "run", f"--engine={engine}", str(path))
                if status or text != expected:
                    failed.append(f"{what}, {engine}: exit status {status}: {text[:2000]}")
                else:
                    passed += 1
            for view in VIEWS:
                of = [f"--of={OF[view]}"] if view in OF else []
                text, status = run(program, "inspect", f"--emit={view}", *of, str(path))
                if status or not text.strip() or (name and view in ("events", "html", "json") and name not in unpacked(text)):
                    failed.append(f"{what}, {view}: exit status {status}: {text[:2000]}")
                else:
                    passed += 1
    for why in failed:
        print("FAIL", why)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
