#!/usr/bin/env python3
"""Random walks of the debugger: its words, forwards and backwards, with breakpoints of all kinds, over
the programs of the tests.

usage: walk.py DBIDX [-n WALKS] [-s SEED] [--words N] [PROGRAM...]

A walk is one session: a program is loaded, what it traced is debugged, random words follow, and a line
at the prompt at the end. After each word the debugger prints a mark; between two marks stands what the
word showed. The session has to come to its end without a sanitizer's word, and where a word says by
how much it moves (`step N`, `back N`, `goto N`) it has to be at that moment then, counted here.
The last line is `N passed, N failed`.
"""
import argparse
import bisect
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["tests/conformance/loops", "tests/conformance/while", "tests/conformance/cond", "tests/conformance/nested",
           "tests/conformance/dynamic_types", "tests/conformance/errors_control", "tests/programs", "tests/strategies",
           "tests/errors", "examples"]
PRIMITIVES = ["add", "mul", "sub", "broadcast_in_dim", "for_loop", "while_loop", "cond", "pjit", "concatenate",
              "reduce_sum", "convert_element_type", "select_n", "no_such_primitive"]
BAD = re.compile(r"Sanitizer|runtime error|Assertion `|assertion failed|Segmentation|internal error")
MOMENT = re.compile(r"^ {0,4}(\d+)  \S", re.M)


def conditions(r, names):
    n = r.choice(names)
    return r.choice(["", "", f" if {n} == 3", f" if {n}.shape[0] == 2", " if True", " if False", " if 1/0", " if", " if ]",
                     f" if {n}", " if no_such_name"])


def word(r, text, names, moments):
    """(what is typed, where in `moments` it has to lead to from there, or None)"""
    last = len(moments) - 1
    lines = text.count("\n") + 2
    n = r.choice([1, 1, 1, 2, 3, 7, 50, 10 ** 6])
    where = r.choice([str(r.randrange(0, lines + 2)), r.choice(names), r.choice(PRIMITIVES), "new dim", "new dim",
                      "mismatch", "new", "99999", "-1", "1.5", "", "*", "x y"])
    name = r.choice(names)
    dim = r.choice([name, f"{name}.shape[0]", f"{name}.shape[1]", "a", "b", "zz", "7", ")", f"{name} + 1"])
    choices = [
        (6, f"step {n}", lambda at: min(at + n, last)), (3, "step", lambda at: min(at + 1, last)),
        (5, f"back {n}", lambda at: max(at - n, 0)), (2, "back", lambda at: max(at - 1, 0)),
        (3, "next", None), (3, f"next {n}", None), (3, "rnext", None), (2, f"rnext {n}", None), (3, "finish", None),
        (6, "continue", None), (5, "rcontinue", None), (1, "continue", None), (1, "rcontinue", None),
        (4, f"goto {r.choice(moments)}", "goto"), (1, "goto 99999999", None), (1, "goto -1", None), (1, "goto x", None),
        (2, "up", None), (2, "down", None), (1, "w", None), (1, "l", None), (1, f"list {n}", None), (2, "v", None),
        (2, "a", None), (2, "t", None), (2, f"p {name}", None), (1, f"p {name}.shape", None), (1, "p 1/0", None),
        (1, f"p {name} +", None), (1, "p", None), (1, "p jnp.ones(3)", None),
        (6, f"break {where}{conditions(r, names)}", None), (1, "break", None), (3, f"watch {dim}", None), (1, "watch", None),
        (1, f"delete {r.randrange(0, 6)}", None), (1, "delete", None), (1, "delete x", None), (1, "h", None),
        (1, "step x", None), (1, "step -1", None), (1, "nonsense", None), (1, "", None),
        (1, f":why {name}", None), (1, f":users {name}", None), (1, ":jaxpr", None), (1, ":where", None), (1, ":frames", None),
        (1, f":tracer {name}", None), (1, f":whatif {name}", None),
    ]
    _, typed, leads = r.choices(choices, [c[0] for c in choices])[0]
    if leads == "goto":
        return typed, lambda at, k=moments.index(int(typed.split()[1])): k
    return typed, leads


def session(dbidx, lines):
    env = dict(os.environ, DBIDX_CACHE="session", HOME="/nonexistent", XDG_STATE_HOME="/nonexistent")
    try:
        p = subprocess.run([dbidx, "--no-init", "--color=never", "--width=80"], input="\n".join(lines) + "\n", cwd=ROOT,
                           env=env, capture_output=True, text=True, errors="replace", timeout=180)
    except subprocess.TimeoutExpired:
        return None, "it took more than 180 s"
    return p.returncode, p.stdout + p.stderr


def enter(path):
    return [f":load {path.relative_to(ROOT)}", ":debug"]


def all_moments(dbidx, path):
    """The moments at which it stops; none if there is nothing to debug, or too much."""
    status, out = session(dbidx, enter(path) + ["goto 0", "p 'mark'"] + ["s"] * 400 + ["q"])
    head, _, tail = out.partition("'mark'")
    stops = MOMENT.findall(head)[-1:] + MOMENT.findall(tail)
    return sorted({int(m) for m in stops}) if "the end" in tail else [], status, out


def walk(dbidx, path, seed, words):
    """The complaint about a walk, "" for none, None where there is nothing to debug."""
    r = random.Random(f"{seed} {path.name}")
    text = path.read_text()
    names = sorted(set(re.findall(r"\b([a-z]\w*)\b(?= *(?:[=,):]|\())", text)))[:60] or ["x"]
    moments, status, out = all_moments(dbidx, path)
    if not moments:
        return f"status {status}\n{out[-1500:]}" if status not in (0, 1) or BAD.search(out) else None
    typed, checks = enter(path) + ["goto 0", "p 'mark 0'"], []
    for i in range(words):
        w, leads = word(r, text, names, moments)
        typed += [w, f"p 'mark {i + 1}'"]
        checks.append((w, leads))
    status, out = session(dbidx, typed + ["q", "print('the prompt', 'again')"])
    if status not in (0, 1) or BAD.search(out) or "the prompt again" not in out:
        return f"status {status}\n" + "\n".join(typed) + f"\n--\n{out[-2500:]}"
    return compare(out, checks, moments)


def compare(out, checks, moments):
    at = moments[0]  # a breakpoint may stop at a moment that no step stops at
    for i, (w, leads) in enumerate(checks):
        start, end = out.find(f"'mark {i}'"), out.find(f"'mark {i + 1}'")
        if start < 0 or end < 0:
            return f"word {i} ({w}): the mark was not printed\n{out[-1500:]}"
        shown = out[start + len(f"'mark {i}'"):end]
        found = [int(m) for m in MOMENT.findall(shown)]
        if not leads and not re.match(r"(next|rnext|finish|continue|rcontinue|goto|up|down)\b", w):
            continue
        want = at
        if leads:
            near = bisect.bisect_left if w.startswith("back") else lambda l, x: bisect.bisect_right(l, x) - 1
            want = moments[leads(near(moments, at))]
        if leads and found and found[-1] != want:
            return f"word {i}: `{w}` at moment {at} shows moment {found[-1]}, not {want}\n{shown}"
        if leads and not found and want != at:
            return f"word {i}: `{w}` at moment {at} shows no moment\n{shown}"
        if found:
            at = found[-1]
    return ""


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("dbidx")
    p.add_argument("-n", type=int, default=40)
    p.add_argument("-s", type=int, default=1)
    p.add_argument("--words", type=int, default=40)
    p.add_argument("programs", nargs="*")
    o = p.parse_args()
    dbidx = str(pathlib.Path(o.dbidx).resolve())
    paths = [pathlib.Path(f).resolve() for f in o.programs] or [f for d in FOLDERS for f in sorted((ROOT / d).rglob("*.py"))]
    random.Random(o.s).shuffle(paths)
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = ((paths[i % len(paths)], o.s * 1000003 + i) for i in range(o.n if not o.programs else max(o.n, 1)))
        for path, seed, r in pool.map(lambda j: (*j, walk(dbidx, j[0], j[1], o.words)), jobs):
            if r is None:
                continue
            passed, failed = passed + (not r), failed + bool(r)
            if r:
                print(f"FAIL {path.relative_to(ROOT)} seed {seed}: {r}")
    if not passed and not failed:
        failed = 1
        print("FAIL no program had anything to debug")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
