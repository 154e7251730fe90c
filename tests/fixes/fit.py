#!/usr/bin/env python3
"""Fits the weights of the score of fixes (repl/debug/offers/score.def) to the pages of this folder.

usage: fit.py DBIDX [--write] [--keep=FILE]

Each program's fixes that hold are asked for with their terms (`dbidx run --fixes=N --json`) and judged as run.py
does. The weights make the judged ones likely to come first: a softmax over the fixes of a program, with a
penalty on large weights. Printed is, for each page, how many programs have a good fix first, and among the
first two: in the order in which they were tried, by the weights that are in the table, and by weights that were
fitted to all other pages. --write puts the weights of all pages into the table; --keep keeps what was judged.
"""
import json
import math
import os
import pathlib
import re
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import run

TABLE = run.HERE.parent.parent / "repl/debug/offers/score.def"
MOST, ROUNDS, STEP, PENALTY = 60, 200, 0.08, 1.0


def judged(program, case):
    """[terms, prints it the expert's value, what it prints] of each fix that is offered, in their order."""
    with tempfile.TemporaryDirectory() as folder:
        r = run.run(folder, case, [program, "run", "--engine=interp", "--json", f"--fixes={MOST}"], case.text)
        lines = [json.loads(line) for line in r.stderr.splitlines() if line.startswith("{")]
        errors = [d for d in lines if d["severity"] == "error"]
        found, raw = [], case.text.encode()
        for f in errors[0]["fixes"] if errors else []:
            at = f["edit"]["span"]
            terms = {k: int(v) for k, v in re.findall(r"(\w+)=(\d+)", f["outcome"].rpartition("; score ")[2])}
            if pathlib.Path(at["file"]).name != case.name + ".py":
                found.append([terms, False, "of another file"])
                continue
            edited = raw[:at["begin"]] + f["edit"]["replacement"].encode() + raw[at["end"]:]
            again = run.run(folder, case, [program, "run", "--engine=interp"], edited)
            found.append([terms, run.prints(case, again), again.stdout or again.stderr])
        return found


def collect(program):
    wanted = [c for c in run.cases() if c.page != "warnings"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda c: judged(program, c), wanted)
        return [[c.page, c.name, rows] for c, rows in zip(wanted, found) if rows]


# ---- the fit ----

def score(weights, terms):
    return sum(weights.get(k, 0) * v for k, v in terms.items())


def fit(programs, weights, rounds):
    """Adam on the mean logarithm of the part that good fixes have in the softmax of a program's scores."""
    told = [rows for _, _, rows in programs if any(r[1] for r in rows) and not all(r[1] for r in rows)]
    names = sorted({k for rows in told for terms, *_ in rows for k in terms})
    w = {k: weights.get(k, 0.0) for k in names}
    mean, square = dict.fromkeys(names, 0.0), dict.fromkeys(names, 0.0)
    for t in range(1, rounds + 1):
        slope = {k: PENALTY * w[k] / len(told) for k in names}
        for rows in told:
            s = [score(w, terms) for terms, *_ in rows]
            top = max(s)
            e = [math.exp(x - top) for x in s]
            whole, good = sum(e), sum(x for x, r in zip(e, rows) if r[1])
            for x, (terms, is_good, _) in zip(e, rows):
                by = (x / whole - (x / max(good, 1e-300) if is_good else 0)) / len(told)
                for k, v in terms.items():
                    slope[k] += by * v
        for k in names:
            mean[k] = 0.9 * mean[k] + 0.1 * slope[k]
            square[k] = 0.99 * square[k] + 0.01 * slope[k] ** 2
            w[k] -= STEP * mean[k] / (1 - 0.9 ** t) / (math.sqrt(square[k] / (1 - 0.99 ** t)) + 1e-8)
    return w


# ---- what it is worth ----

def ordered(rows, weights):
    """The best first; those that print what a better one prints behind the others, as dbidx does."""
    by = sorted(rows, key=lambda r: -score(weights, r[0]))
    seen, first, later = set(), [], []
    for r in by:
        (later if r[2] in seen else first).append(r)
        seen.add(r[2])
    return first + later


def worth(programs, weights):
    good = [[r[1] for r in ordered(rows, weights)] for _, _, rows in programs]
    return sum(any(g[:1]) for g in good), sum(any(g[:2]) for g in good)


def without(args):
    programs, page, weights = args
    return fit([p for p in programs if p[0] != page], weights, ROUNDS // 3)


def in_table():
    return {k: int(v) / 100 for k, v in re.findall(r"^T\((\w+), (-?\d+),", TABLE.read_text(), re.M)}


def write(weights):
    text = TABLE.read_text()
    for k in in_table():
        text = re.sub(rf"^T\({k}, -?\d+,", f"T({k}, {round(100 * weights.get(k, 0))},", text, flags=re.M)
    TABLE.write_text(text)


def main():
    kept = [a[len("--keep="):] for a in sys.argv if a.startswith("--keep=")]
    if kept and pathlib.Path(kept[0]).exists():
        programs = json.loads(pathlib.Path(kept[0]).read_text())
    else:
        programs = collect(str(pathlib.Path(sys.argv[1]).absolute()))
    if kept:
        pathlib.Path(kept[0]).write_text(json.dumps(programs))
    pages = sorted({p[0] for p in programs})
    tried, table, whole = {"order": -1, "first": 2, "second": 1}, in_table(), fit(programs, {}, ROUNDS)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        left_out = dict(zip(pages, pool.map(without, [(programs, page, whole) for page in pages])))
    sums = [0] * 8
    print("page             programs  with a good one   as tried    by the table  left out")
    for page in pages:
        own = [p for p in programs if p[0] == page]
        row = [len(own), sum(any(r[1] for r in rows) for _, _, rows in own)]
        row += [x for w in (tried, table, left_out[page]) for x in worth(own, w)]
        sums = [a + b for a, b in zip(sums, row)]
        print(f"{page:16} {row[0]:8}  {row[1]:15}   {row[2]:4} {row[3]:4}   {row[4]:4} {row[5]:4}   {row[6]:4} {row[7]:4}")
    print(f"{'all':16} {sums[0]:8}  {sums[1]:15}   {sums[2]:4} {sums[3]:4}   {sums[4]:4} {sums[5]:4}   {sums[6]:4} {sums[7]:4}")
    if "--write" in sys.argv:
        write(whole)
    return 0


if __name__ == "__main__":
    sys.exit(main())
