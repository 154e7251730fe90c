#!/usr/bin/env python3
"""Programs that take all the memory there is, under a budget: each is refused, the next line runs.

usage: greedy.py DBIDX [--budget=MB] [--every=N] [--only=NAME] [--processor=S] [--wall=S] [--verbose]
Every program is typed into a session of its own. What has to hold:
  - its last line is refused with a MemoryError (E216 or E702), or with what the table says;
  - the line after it is executed, and so is one that needs a fifth of the budget;
  - the process was never larger than the budget and 100 MB (the system's ru_maxrss);
  - it took no more than 5 s of processor time (--processor: of a build that is not optimised), and of time if
    --wall says so (the wall clock belongs to all that run beside it).
Ends with `N passed, N failed`.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

JNP = "import jax.numpy as jnp\n"
QJIT = JNP + "from catalyst import qjit, for_loop, while_loop\n"
BOTH = ("jit", "interp")
MEMORY = "E216|E702"

# name: (engines, expected codes, what is typed; the last statement is the greedy one)
PROGRAMS = {
    "one large array": (BOTH[1:], MEMORY, JNP + "x = jnp.ones(3 * 2**28)"),
    "array of 62 bits": (BOTH[1:], MEMORY, JNP + "x = jnp.ones(2**59)"),
    "string doubled": (BOTH[1:], MEMORY, 's = "ab"\nwhile True: s = s + s'),
    "string appended": (BOTH[1:], MEMORY, 's = "ab" * 10**6\nwhile True: s += "x" * 10**7'),
    "strings kept": (BOTH[1:], MEMORY, 'l = []\nwhile True: l.append(str(len(l)) * 20)'),
    "string repeated": (BOTH[1:], MEMORY, 's = "ab" * 10**10'),
    "string joined": (BOTH[1:], MEMORY, 's = ",".join(["ab" * 10**6] * 500)'),
    "string replaced": (BOTH[1:], MEMORY, 's = ("a" * 10**6).replace("a", "b" * 1000)'),
    "format width": (BOTH[1:], MEMORY, 's = "{:>99999999999}".format(1)'),
    "format widths": (BOTH[1:], MEMORY, 's = [f"{1:>50000000}" for i in range(100)]'),
    "percent width": (BOTH[1:], MEMORY, 's = "%999999999d" % 1'),
    "list of numbers": (BOTH[1:], MEMORY, "l = []\nwhile True: l.append(1)"),
    "list of lists": (BOTH[1:], MEMORY, "l = []\nwhile True: l.append([1, 2, 3])"),
    "list nested": (BOTH[1:], MEMORY, "l = []\nwhile True: l = [l, l]"),
    "list doubled": (BOTH[1:], MEMORY, "l = [0]\nwhile True: l = l + l"),
    "list extended by itself": (BOTH[1:], MEMORY, "l = [0]\nwhile True: l.extend(l)"),
    "list repeated": (BOTH[1:], MEMORY, "l = [0] * 10**10"),
    "list copied": (BOTH[1:], MEMORY, "l = list(range(5 * 10**6))\nk = []\nwhile True: k.append(l[:])"),
    "list of a range": (BOTH[1:], MEMORY, "l = list(range(10**12))"),
    "comprehension": (BOTH[1:], MEMORY, "l = [i * i for i in range(10**12)]"),
    "tuples": (BOTH[1:], MEMORY, "t = ()\nwhile True: t = (t, len(t), 1.5)"),
    "dictionary": (BOTH[1:], MEMORY, "d = {}\nwhile True: d[len(d)] = 1"),
    "dictionary comprehension": (BOTH[1:], MEMORY, "d = {i: str(i) for i in range(10**12)}"),
    "set": (BOTH[1:], MEMORY, "s = set()\nwhile True: s.add(len(s))"),
    "set of strings": (BOTH[1:], MEMORY, "s = set()\nwhile True: s.add(str(len(s)))"),
    "objects": (BOTH[1:], MEMORY, "class C: pass\nl = None\ndef more(l):\n    c = C()\n    c.next = l\n    return c\n\nwhile True: l = more(l)"),
    "closures": (BOTH[1:], MEMORY, "f = None\ndef more(f):\n    return lambda: f\n\nwhile True: f = more(f)"),
    "integer squared": (BOTH[1:], MEMORY, "n = 3\nwhile True: n = n * n"),
    "integer shifted": (BOTH[1:], MEMORY, "n = 1 << 10**12"),
    "integer power": (BOTH[1:], MEMORY, "n = 7 ** 10**10"),
    "integers kept": (BOTH[1:], MEMORY, "l = []\nwhile True: l.append(1 << 100000)"),
    "pairs": (BOTH[1:], MEMORY, "l = list(zip(range(10**12), range(10**12)))"),
    "numbered": (BOTH[1:], MEMORY, "l = list(enumerate(range(10**12)))"),
    "mapped": (BOTH[1:], MEMORY, "l = tuple(map(lambda x: [x], range(10**12)))"),
    "sorted": (BOTH[1:], MEMORY, "l = list(range(6 * 10**6))\nk = [sorted(l, key=lambda x: -x) for i in range(100)]"),
    "exceptions kept": (BOTH[1:], MEMORY, "l = []\ndef one():\n    try:\n        1 / 0\n    except ZeroDivisionError as e:\n        l.append(e)\n\nwhile True: one()"),
    "eager doublings": (BOTH[1:], MEMORY, JNP + "s = jnp.ones(2)\nfor i in range(60): s = jnp.concatenate([s, s])"),
    "eager sums kept": (BOTH[1:], MEMORY, JNP + "l = [jnp.ones(10**6)]\nwhile True: l.append(l[-1] + 1)"),
    "eager outer product": (BOTH[1:], MEMORY, JNP + "x = jnp.arange(10**5)\ny = x[:, None] * x[None, :]"),
    "eager loop": (BOTH[1:], MEMORY, QJIT + "@for_loop(0, 60, 1, allow_array_resizing=True)\ndef f(i, x): return jnp.concatenate([x, x])\n\nf(jnp.ones(2))"),
    "array as a list": (BOTH[1:], MEMORY, JNP + "x = jnp.ones(3 * 10**7)\nl = x.tolist()"),
    "array as text": (BOTH[1:], MEMORY + "|E3", JNP + "x = jnp.ones((2**12, 2**12))\nl = []\nwhile True: l.append(repr(x.tolist()))"),
    "compiled doublings": (BOTH, MEMORY, QJIT + "@qjit\ndef f(n: int):\n    @for_loop(0, 60, 1, allow_array_resizing=True)\n    def g(i, x): return jnp.concatenate([x, x])\n    return g(jnp.ones(n))\n\nf(2)"),
    "compiled large array": (BOTH, MEMORY, QJIT + "@qjit\ndef f(n: int): return jnp.ones(n)\n\nf(3 * 2**28)"),
    "compiled outer product": (BOTH, MEMORY, QJIT + "@qjit\ndef f(n: int):\n    x = jnp.arange(n)\n    y = x[:, None] * x[None, :]\n    return y @ y\n\nf(10**5)"),
    "compiled while": (BOTH, MEMORY, QJIT + "@qjit\ndef f(n: int):\n    @while_loop(lambda x: x.shape[0] > 0, allow_array_resizing=True)\n    def g(x): return jnp.concatenate([x, x])\n    return g(jnp.ones(n))\n\nf(3)"),
    "results of compiled calls": (BOTH, MEMORY, QJIT + "@qjit\ndef f(n: int): return jnp.ones(n)\n\nl = []\nwhile True: l.append(f(10**6))"),
    "unrolled tracing": (BOTH[1:], MEMORY, QJIT + "@qjit\ndef f(x: float):\n    while True:\n        x = x + 1.0\n    return x\n"),
    "unrolled tracing of arrays": (BOTH[1:], MEMORY, QJIT + "@qjit\ndef f(n: int):\n    x = jnp.ones(n)\n    while True:\n        x = jnp.concatenate([x, x * 2])\n    return x\n"),
    "many traces": (BOTH[1:], MEMORY, QJIT + "l = []\ndef one(k):\n    @qjit\n    def f(x: float):\n        for i in range(2000):\n            x = x * 2.0 + k\n        return x\n    l.append(f)\n\nwhile True: one(len(l))"),
    "a constant of an unrolled loop": (BOTH[1:], MEMORY, QJIT + "@qjit\ndef f(x: float):\n    l = []\n    while True:\n        l.append(jnp.ones(100000) * x)\n    return x\n"),
    "one array of numpy many times": (BOTH[1:], MEMORY, "import numpy as np\nx = [np.ones(1)] * (BUDGET * 20000)\nnp.concatenate(x)"),
    "places of numpy": (BOTH[1:], MEMORY, "import numpy as np\nx = np.broadcast_to(0, BUDGET * 100000)\nnp.arange(1)[x]"),
    "axes without end": (BOTH[1:], "E208", JNP + "jnp.ones([1] * 10**6)"),
    "text of lists in lists": (BOTH[1:], MEMORY, "x = [1] * 1000\ny = [x] * 1000\nz = [y] * 1000\nstr(z)"),
    "text of a tree of tuples": (BOTH[1:], MEMORY, "t = ()\nfor i in range(40): t = (t, t)\nrepr(t)"),
    "recursion that catches": (BOTH[1:], MEMORY + "|E210|", "l = []\ndef f(n):\n    try:\n        return f(n + 1)\n    except RecursionError as e:\n        l.append(e)\n        raise\n\ndef g():\n    try:\n        f(0)\n    except RecursionError:\n        pass\n\nwhile True: g()"),
}


def run(dbidx, engine, text, budget):
    """Output of both streams, largest resident size in MB, seconds of the processor and the wall, status."""
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen([dbidx, f"--memory={budget}M", f"--engine={engine}", "--no-init"],
                                 stdin=subprocess.PIPE, stdout=out, stderr=subprocess.STDOUT)
        try:
            child.stdin.write(text.encode())
            child.stdin.close()
        except BrokenPipeError:
            pass  # it reads nothing
        begin = time.monotonic()
        while True:
            pid, status, use = os.wait4(child.pid, os.WNOHANG)
            if pid:
                break
            if time.monotonic() - begin > 120:
                child.kill()
                _, status, use = os.wait4(child.pid, 0)
                break
            time.sleep(0.01)
        wall = time.monotonic() - begin
        out.seek(0)
        said = out.read().decode(errors="replace")
    return said, use.ru_maxrss / 1024, use.ru_utime + use.ru_stime, wall, status


def judge(said, peak, seconds, wall, status, codes, o):
    refused = re.search(r"^error\[(E\d+)\] *(\w*)", said, re.M)
    if status != 0:
        return f"it ended with status {status}"
    if not refused or not any(c and refused[1].startswith(c) for c in codes.split("|")):
        return f"refused with {refused[0] if refused else 'nothing'}"
    if not re.search(r"^still 42$", said, re.M):
        return "the next line did not run"
    if not re.search(r"^large 1.0$", said, re.M):
        return "memory was not given back"
    if peak > o.budget + 100:
        return f"{peak:.0f} MB at most"
    if seconds > o.processor:
        return f"{seconds:.1f} s of the processor"
    if wall > o.wall:
        return f"{wall:.1f} s"
    return None


def main():
    p = argparse.ArgumentParser()
    p.add_argument("dbidx")
    p.add_argument("--budget", type=int, default=500)
    p.add_argument("--every", type=int, default=1, help="only every N-th program")
    p.add_argument("--only")
    p.add_argument("--processor", type=float, default=5, help="seconds of the processor that a program may take")
    p.add_argument("--wall", type=float, default=120, help="seconds that a program may take (5 on a quiet machine)")
    p.add_argument("--verbose", action="store_true")
    o = p.parse_args()
    passed = failed = 0
    most = slowest = longest = 0
    after = ('\nprint("still", 6 * 7)\nimport jax.numpy as jnp\n'
             f'print("large", (jnp.ones({o.budget} * 2**20 // 40).sum() * 0 + 1).item())\n')
    for name, (engines, codes, text) in list(PROGRAMS.items())[:: o.every]:
        if o.only and o.only not in name:
            continue
        for engine in engines:
            said, peak, seconds, wall, status = run(o.dbidx, engine, text.replace("BUDGET", str(o.budget)) + "\n" + after, o.budget)
            wrong = judge(said, peak, seconds, wall, status, codes, o)
            passed, failed = passed + (not wrong), failed + bool(wrong)
            most, slowest, longest = max(most, peak), max(slowest, seconds), max(longest, wall)
            if wrong or o.verbose:
                print(f"{'FAIL' if wrong else 'ok  '} {name}, {engine}: {wrong or ''} ({peak:.0f} MB, {seconds:.1f} s, {wall:.1f} s in all)")
            if wrong:
                print("\n".join("    " + line for line in said.splitlines()[:8]))
            sys.stdout.flush()
    print(f"at most {most:.0f} MB, {slowest:.1f} s of the processor, {longest:.1f} s in all")
    if passed + failed < len(PROGRAMS) // o.every and not o.only:
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
