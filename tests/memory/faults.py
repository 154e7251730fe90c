#!/usr/bin/env python3
"""Requests for memory that fail: every place that asks for memory, one after the other.

usage: faults.py DBIDX [--every=N] [--from=K] [--sticky] [--jobs=N] [--only=NAME] [--verbose]
DBIDX has to be built with -Dtests=true (core/base/fault.h). A first run of each session lists the
places, by their callers; then the session is run once for each place that no session before had,
and the request there is refused (--sticky: and all after it, until the session has recovered).
--every: only every N-th place, from the K-th on. What has to hold each time:
  - no signal, no report of a sanitizer, no leak, no end for want of memory (status 70);
  - what is refused is said with E216 or E702, and nothing else goes wrong: the output is that of
    the first run, or there is such a message;
  - the last line of the session runs, or the same line once more if the refused request was its own.
Ends with `N passed, N failed`.
"""
import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile

LEAST = 100  # places that a whole run has at least
LAST = '\nprint("last", 6 * 7)\n' * 2  # twice, as a request of the line itself may be the one
JNP = "import jax.numpy as jnp\n"
QJIT = JNP + "from catalyst import qjit, for_loop, while_loop, cond\n"
FUNCTION = QJIT + """@qjit
def f(n: int):
    a = jnp.ones([n], dtype=float)

    @for_loop(0, 3, 1)
    def loop(i, x):
        return x + a * i

    return loop(a), jnp.arange(n).sum()

"""
PROMPT = "import jax.numpy as jnp\nn: int\na = jnp.ones(n)\nb = a + 1\nc = b.sum() * n\n"

# name: (options, what is typed). The last ones end with files.
SESSIONS = {
    "numbers and text": ([], 'x = 3 ** 500\ny = f"{x % 97:>10} {1.5:.3e} {[1, 2.5]!r}"\nprint(y, len(str(x)))\nprint("%5d|%s" % (3, "ab"), "a,b".split(","), "x".join("abc"))\n'),
    "containers": ([], 'd = {i: [i, (i, str(i))] for i in range(20)}\ns = {1, 2, 3} | {4}\nprint(d[3], sorted(s), {k: v for k, v in zip("ab", [1, 2])})\nl = list(range(30))\nl.sort(key=lambda x: -x)\nprint(l[::7], sum(l), max(l))\n'),
    "classes": ([], 'class C:\n    def __init__(self, x): self.x = x\n    def __repr__(self): return f"C({self.x})"\n    def __add__(self, o): return C(self.x + o.x)\n\nprint(C(1) + C(2))\ndef g(n):\n    for i in range(n): yield i * i\n\nprint(list(g(4)) if False else [i * i for i in range(4)])\n'),
    "exceptions": ([], 'def f(n):\n    try:\n        return f(n + 1) if n < 5 else 1 / 0\n    except ZeroDivisionError as e:\n        raise ValueError("no") from e\n\ntry:\n    f(0)\nexcept ValueError as e:\n    print(e, e.__cause__)\nundefined_name\n'),
    "modules": ([], "import math, itertools, functools\nprint(math.factorial(30), list(itertools.permutations([1, 2, 3]))[:2], functools.reduce(lambda a, b: a + b, [1, 2, 3]))\nprint(math.comb(50, 20), math.isqrt(10**40))\n"),
    "eager arrays": ([], JNP + "x = jnp.arange(12).reshape(3, 4)\ny = (x @ x.T).astype(float)\nprint(y, x[1:, ::2], jnp.concatenate([x, x]).shape, jnp.sort(x.ravel())[::-1])\nimport numpy as np\na = np.zeros((2, 3))\na[0, 1] = 2\nprint(a, a.sum(axis=0), np.allclose(a, a))\n"),
    "writes done once": ([], "import numpy as np\na = np.arange(6.0)\n" + "".join(
        f"g = np.ones(10**6); g = 1; {line}\n"
        for line in ("np.add(a, 1, out=a)", "np.add.at(a, [0, 0], 1)", "a += a", "np.put(a, [1], a[2] * 2)", "print(a)"))),
    "interpreter": (["--engine=interp"], FUNCTION + "print(f(3))\nprint(f.jaxpr)\n"),
    "compiled": (["--engine=jit"], FUNCTION + "print(f(3))\nprint(f(4))\n"),
    "control": (["--engine=interp"], QJIT + "@qjit\ndef g(n: int, x: float):\n    @while_loop(lambda i, y: i < n)\n    def w(i, y): return i + 1, y * 2\n    i, y = w(0, x)\n    @cond(y > 3)\n    def c(): return y - 1\n    @c.otherwise\n    def c(): return y\n    return c()\n\nprint(g(4, 1.5))\nprint(g.jaxpr)\n"),
    "resized carries": (["--engine=interp"], QJIT + "@qjit\ndef g(n: int):\n    @for_loop(0, 3, 1)\n    def w(i, y): return jnp.concatenate([y, y])\n    return w(jnp.ones(n))\n\nprint(g(2))\n"),
    "mismatches": ([], QJIT + "@qjit\ndef g(n: int, m: int):\n    return jnp.ones(n) + jnp.ones(m)\n\ng(2, 3)\n:why\n:fix\n"),
    "prompt": ([], PROMPT + ":jaxpr\n:types\n:run 3\n:undo\n:redo\n"),
    "prompt questions": ([], PROMPT + ":why c\n:users a\n:prim add\n:explain jaxpr\n:history\n:set\n:help\n:time 2\n"),
    "debugger": ([], PROMPT + ":debug run 3\ns\nn\nlocals\nc\nq\n"),
    "strategies": ([], QJIT + "@qjit\ndef g(n: int):\n    @for_loop(0, 3, 1)\n    def w(i, y): return jnp.concatenate([y, y])\n    return w(jnp.ones(n))\n\n:compare-strategies g\n:whatif g\n"),
    "page": ([], PROMPT + ":view {tmp}/p.html\n:export {tmp}/p.svg\n:export {tmp}/p.json\n:save {tmp}/p.session\n"),
}


def run(dbidx, options, text, fault, tmp):
    env = dict(os.environ, DBX_FAULT=fault, DBIDX_CACHE="off", HOME=tmp, XDG_STATE_HOME=tmp, XDG_CACHE_HOME=tmp,
               ASAN_OPTIONS="detect_leaks=1:exitcode=99:abort_on_error=0", UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1:exitcode=99")
    read, write = os.pipe()
    listing = fault == "list"

    def places():
        os.dup2(write, 9)

    child = subprocess.Popen(["setarch", "-R", dbidx, "--no-init", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, env=env, preexec_fn=places if listing else None,
                             close_fds=not listing, pass_fds=() if listing else ())
    os.close(write)
    with concurrent.futures.ThreadPoolExecutor(1) as reader:
        lines = reader.submit(lambda: os.fdopen(read, "rb").read()) if listing else None
        try:
            said, _ = child.communicate(text.replace("{tmp}", tmp).encode(), timeout=120)
        except subprocess.TimeoutExpired:
            child.kill()
            said = child.communicate()[0] + b"\n(timeout)"
        listed = lines.result().decode().split("\n") if listing else []
    if not listing:
        os.close(read)
    return said.decode(errors="replace"), child.returncode, [x for x in listed if x]


def without_details(said):
    """Results, and what each error is: of its details some may be missing, such as a name or an offer. That memory
    was short and what was given up for it may be said, too."""
    return [line for line in said.splitlines() if not line.startswith((" ", "note: memory is short"))]


def judge(said, status, plain, plain_status):
    if "Sanitizer" in said or "runtime error" in said:
        return "a sanitizer reports"
    if status < 0 or status in (70, 99, 134, 139):
        return f"it ended with status {status}"
    if "(timeout)" in said:
        return "it did not end"
    if not re.search(r"^last 42$", said, re.M):
        return "the last line did not run"
    if without_details(said) != without_details(plain) and not re.search(r"E216|E702|MemoryError", said):
        return "it says something else"
    return None


def one(dbidx, options, text, fault, plain, plain_status):
    with tempfile.TemporaryDirectory() as tmp:
        said, status, _ = run(dbidx, options, text, fault, tmp)
        return judge(said.replace(tmp, "TMP"), status, plain, plain_status), said


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dbidx")
    p.add_argument("--every", type=int, default=1)
    p.add_argument("--from", type=int, default=0, dest="first")
    p.add_argument("--jobs", type=int, default=2)
    p.add_argument("--sticky", action="store_true")
    p.add_argument("--only")
    p.add_argument("--verbose", action="store_true")
    o = p.parse_args()
    passed = failed = places = 0
    seen = set()
    with concurrent.futures.ThreadPoolExecutor(o.jobs) as pool:
        for name, (options, text) in SESSIONS.items():
            if o.only and o.only not in name:
                continue
            text = text + LAST
            with tempfile.TemporaryDirectory() as tmp:
                plain, plain_status, listed = run(o.dbidx, options, text, "list", tmp)
                plain = plain.replace(tmp, "TMP")
            wrong = judge(plain, plain_status, plain, plain_status)
            if wrong:
                print(f"FAIL {name}: {wrong}\n{plain[-1000:]}")
                failed += 1
                continue
            new = []
            for line in listed:
                n, _, callers = line.partition(" ")
                if callers not in seen:
                    seen.add(callers)
                    new.append((int(n), callers))
            places += len(new)
            chosen = new[o.first % o.every::o.every]
            results = pool.map(lambda at: one(o.dbidx, options, text, f"{at[0]}{'+' * o.sticky}", plain, plain_status), chosen)
            bad = 0
            for (n, callers), (wrong, said) in zip(chosen, results):
                passed, failed, bad = passed + (not wrong), failed + bool(wrong), bad + bool(wrong)
                if wrong and (bad <= 5 or o.verbose):
                    print(f"FAIL {name}, request {n}: {wrong} ({callers})\n" + "\n".join("    " + x for x in said[-1500:].splitlines()[-12:]))
            if o.verbose:
                print(f"{name}: {len(new)} new places, {len(chosen)} tried, {bad} wrong")
            sys.stdout.flush()
    print(f"{places} places")
    if places < LEAST and not o.only:
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
