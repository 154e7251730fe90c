#!/usr/bin/env python3
"""Random changes of lists, dictionaries and sets at the prompt, some in lines that fail, some taken
back by :undo. After each few lines the session must have what CPython has that goes back to deep
copies.

usage: run.py DBIDX [--sessions=N] [--seed=N] [--lines=N]

Large ones (of thousands of items) share their storage with the session's snapshots, small ones do
not; names are aliases of others, and are held in further lists.
"""
import argparse
import copy
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from speaks import silent  # noqa: E402

CHECK = ("print('CHECK', len(a), a[:3], a[-3:], sum(a), len(b), sum(b), a is b, len(d), list(d.items())[-3:], "
         "sum(d.values()), len(s), sorted(s)[:3], sum(s), n[0] is a, n[1] is d, len(n[0]), len(n[1]), len(n[2]))")


def change(r, size):
    """One statement; the same for both."""
    i, j, k, v = r.randrange(size), r.randrange(size), r.randrange(2 * size), r.randrange(10**6)
    few = [r.randrange(10**6) for _ in range(r.randrange(4))]
    some = f"range({i}, {i + r.choice([3, size])})"
    return r.choice([
        f"a.append({v})", f"a.extend({few})", f"a.insert({i}, {v})", "a.pop()", f"a.pop({i} % len(a))",
        f"a.remove(a[{i} % len(a)])", "a.reverse()", "a.sort()", "a.sort(key=lambda x: -x)", "a.clear()",
        f"a[{i} % len(a)] = {v}", f"a[{i}:{j}] = {few}", f"a[::-1] = list(range(len(a)))", f"del a[{i} % len(a)]",
        f"del a[{min(i, j)}:{min(i, j) + 5}]", "del a[::3]", f"a += {few}", f"a *= {r.choice([0, 1, 2])}",
        "b = a", "b = a[:]", "b, a = a, b", f"b.append({v})", f"a = list(range({size}))", f"a = [{v}] * {size}",
        f"d[{k}] = {v}", f"del d[{k}]", f"d.update({{{k}: {v}, {v}: {k}}})", f"d.pop({k})", "d.popitem()",
        f"d.setdefault({k}, {v})", "d.clear()", f"d |= {{{k}: {v}}}", f"d = {{x: x * 3 for x in {some}}}",
        f"s.add({v})", f"s.discard({k})", f"s.remove({k})", "x = s.pop(); s.add(x)", f"s.update({some})", f"s -= set({some})",
        f"s &= set({some})", f"s ^= set({some})", f"s |= set({some})", "s.clear()", f"s = set(range({size}))",
        "s = set(s)", "n = [a, d, s]", f"n[0].append({v})", f"n[1][{k}] = {v}", f"n[2].add({v})",
        f"for x in range(20): a.append(x); d[x] = x; s.add(x)", f"for x in sorted(s)[:50]: s.discard(x); d.pop(x, 0)",
    ])


def session(r, size, count):
    """What is typed, and what CPython prints."""
    names = {}
    lines = [f"a = list(range({size}))", f"b = [1] * {size}", f"d = {{x: x for x in range({size})}}",
             f"s = set(range({size}))", "n = [a, d, s]"]
    for line in lines:
        exec(line, names)
    names.pop("__builtins__")
    printed, before = [], []
    for _ in range(count):
        if before and r.random() < 0.2:
            names = before.pop()
            lines.append(":undo")
        else:
            fails, text = r.random() < 0.3, change(r, size)
            if r.random() < 0.3 and not text.startswith("for "):
                more = change(r, size)
                text = text if more.startswith("for ") else f"{text}; {more}"
            if fails and not text.startswith("for "):
                text += "; 1 / 0"
            was = copy.deepcopy(names)
            try:
                exec(text, names)
                before.append(was)
            except (ArithmeticError, LookupError, ValueError):
                names = was
            names.pop("__builtins__", None)
            lines.append(text + ("\n" if text.startswith("for ") else ""))
        names_now = dict(names)
        exec(CHECK, names_now | {"print": lambda *args: printed.append(" ".join(map(str, args)))})
        lines.append(CHECK)
        before.append(names)  # the line that prints is a step, too
        names = copy.deepcopy(names)
    return "\n".join(lines) + "\n", printed


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--sessions", type=int, default=24)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--lines", type=int, default=40)
    o = p.parse_args()
    if silent(o.program):
        return 1
    passed = failed = 0
    for i in range(o.sessions):
        r = random.Random(o.seed * 1000 + i)
        text, want = session(r, r.choice([8, 5000, 9000]), o.lines)
        ran = subprocess.run([o.program], input=text, capture_output=True, text=True, timeout=120)
        got = [line for line in ran.stdout.split("\n") if line.startswith("CHECK")]
        wrong = next((k for k in range(len(want)) if k >= len(got) or got[k] != want[k]), None)
        if wrong is None and ran.returncode == 0:
            passed += 1
            continue
        failed += 1
        print(f"FAIL session {o.seed * 1000 + i}: exit status {ran.returncode}, at check {wrong}")
        if wrong is not None:
            print("  want", want[wrong], "\n  got ", got[wrong] if wrong < len(got) else ran.stderr[-300:])
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
