#!/usr/bin/env python3
"""How good the messages are: seven marks for each program with a mismatch.

usage: score.py DBIDX [--list] [NAME...]

score.txt beside this file has the programs, and what an expert expects to read of each. Marks: the exact place;
every operand in words of the source, with its type; where each length comes from; the reason; the names that have
to be there; a fix that was tried, is the expert's, and holds when it is applied; no words of the inside (PyTreeDef,
tracers, library files). Each mark has to reach 95 % of the programs that have it, and all of them together. --list
prints what is missing.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
HEAD = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n"
LEAST, BAR = 155, 0.95
MARKS = ("place", "operands", "births", "reason", "names", "fix", "jargon")
JARGON = re.compile(r"PyTreeDef|Traced<|JaxprTrace|DynamicJaxprTracer|ShapedArray|object at 0x|<library|InDBIdx|OutDBIdx"
                    r"|\bpytree\b|\bclosed_call\b|\(null\)|\[\?")


def cases():
    for part in re.split(r"^== ", (HERE / "score.txt").read_text(), flags=re.M)[1:]:
        name, rest = part.split("\n", 1)
        program, wanted = re.split(r"^--\n", rest, maxsplit=1, flags=re.M)
        wants = dict(line.split(": ", 1) for line in wanted.strip().split("\n"))
        marked = re.search("«(.*)»", program, re.S)
        text = HEAD + program.replace("«", "").replace("»", "")
        place = wants.pop("place", marked[1] if marked else None)
        assert place and place in text, name
        at = len(HEAD) + marked.start() if marked and marked[1] == place else text.rindex(place)
        yield name, text, (text[:at].count("\n") + 1, len(text[:at].rsplit("\n", 1)[-1]) + 1), wants


def run(program, folder, *args):
    return subprocess.run([program, "run", "--engine=interp", *args, "program.py"], cwd=folder, capture_output=True,
                          text=True, timeout=20, stdin=subprocess.DEVNULL)


def list_of(wants, key):
    return [x.strip() for x in wants[key].split(" | ")] if key in wants else []


def fix_holds(program, text, d, experts):
    """An edit that has one of the expert's texts, applied, makes a program that runs."""
    for f in d["fixes"]:
        if not f["edit"] or not f["outcome"] or not any(e in f["text"] or e in f["edit"]["replacement"] for e in experts):
            continue
        at, raw = f["edit"]["span"], text.encode()
        with tempfile.TemporaryDirectory() as folder:
            edited = raw[:at["begin"]] + f["edit"]["replacement"].encode() + raw[at["end"]:]
            pathlib.Path(folder, "program.py").write_bytes(edited)
            try:
                if run(program, folder).returncode == 0:
                    return True
            except subprocess.TimeoutExpired:  # what it computes may have no end
                continue
    return False


def judged(said, d, place, wants, fix_holds):
    """Mark -> what is missing in what was said; d: the diagnostic. fix_holds(texts of experts): is there such a fix?"""
    got = {}
    span = d["span"] or {"line": 0, "column": 0}
    got["place"] = "" if (span["line"], span["column"]) == place else f"{span['line']}:{span['column']}, not {place}"
    shown = [f"{o['source']} {o['role']}" for o in d["operands"]]
    got["operands"] = ", ".join(o for o in list_of(wants, "operands")
                                if not any(s.startswith(o) for s in shown)
                                or not re.search(re.escape(o) + r"( = \w+)? ?: ?\w+\[", said))
    notes = [line for line in said.splitlines() if re.match(r" *= ", line)]
    births = [b.split(": ", 1) for b in list_of(wants, "births")]
    got["births"] = ", ".join(": ".join(b) for b in births
                              if not any(all(w in line for w in b) and re.match(r" *= " + re.escape(b[0]), line)
                                         for line in notes))
    got["reason"] = "" if wants["reason"] in said else wants["reason"]
    got["names"] = ", ".join(n for n in list_of(wants, "names") if n not in said)
    if "fix" in wants:
        got["fix"] = "" if fix_holds(list_of(wants, "fix")) else wants["fix"]
    found = JARGON.search(re.sub(r"^ *\d* \|.*$", "", said, flags=re.M))
    got["jargon"] = found[0] if found else ""
    return {m: why for m, why in got.items() if m in ("place", "jargon") or m in wants}


def marks(program, text, place, wants):
    """Mark -> what is missing, "" for nothing."""
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "program.py").write_text(text)
        said = run(program, folder).stderr
        lines = [x for x in run(program, folder, "--json").stderr.splitlines() if x.startswith("{")]
    found = [d for d in map(json.loads, lines) if d.get("severity") == "error"]
    if not found:
        return {m: "it is not refused" for m in MARKS if m in ("place", "jargon") or m in wants}
    d = found[-1]
    return judged(said, d, place, wants, lambda experts: fix_holds(program, text, d, experts))


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    program, names = str(pathlib.Path(args[0]).resolve()), args[1:]
    chosen = [c for c in cases() if not names or c[0] in names]
    failed, total, good = 0, dict.fromkeys(MARKS, 0), dict.fromkeys(MARKS, 0)
    with ThreadPoolExecutor(2) as pool:
        for case, got in zip(chosen, pool.map(lambda c: marks(program, *c[1:]), chosen)):
            for mark, why in got.items():
                total[mark] += 1
                good[mark] += not why
                if why and ("--list" in sys.argv or names):
                    print(f"{case[0]}: {mark}: {why}")
    rows = [(m, good[m], total[m]) for m in MARKS] + [("all", sum(good.values()), sum(total.values()))]
    for mark, n, of in rows:
        low = of == 0 or n < BAR * of
        failed += low and not names
        print(f"{'FAIL ' if low else ''}{mark}: {n} of {of}")
    if not names and len(chosen) < LEAST:
        failed += 1
        print(f"FAIL {len(chosen)} programs, at least {LEAST} are wanted")
    print(f"{sum(good.values())} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
