#!/usr/bin/env python3
"""Whether a fix holds in Catalyst where dbidx says so.

usage: peers.py DBIDX [--offered=FILE]       peers.py DBIDX --record RELEASE PYTHON

Each fix that is offered for a program of this folder says by its outcome where it does not hold ("not in
Catalyst 0.7: ..."). peers.tsv has what the program with the fix did in each release: `same`, if it printed what
dbidx prints, `other`, or the class of the exception or the signal that ended it. Both have to agree. A fix that is
not in the table fails. --offered: what `run.py --keep=FILE` was offered, so that no program is run again. --record runs, by that Python with that release (catalyst-0.7 or catalyst-0.15), the
fixes that have no entry yet. Programs are run in processes that are forked from one that has imported Catalyst.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

import run

TABLE = pathlib.Path(__file__).resolve().parent / "peers.tsv"
RELEASES = ("catalyst-0.7", "catalyst-0.15")
LEAST, LIMIT = 2750, 90
# Of the fixes that dbidx says hold in a release this part has to hold there, and of those that it says do not hold
# this part has not to.
RATE = 0.95


def key(case, fix):
    return case.name, fix["text"].replace("\n", "\\n")


def edited(case, fix):
    at, raw = fix["edit"]["span"], case.text.encode()
    return raw[:at["begin"]] + fix["edit"]["replacement"].encode() + raw[at["end"]:]


def offers(program, file):
    """Each case with what it is offered: by running it, or as it was kept."""
    wanted = [c for c in run.cases() if c.page != "warnings"]
    if file:
        kept = run.kept(pathlib.Path(file))
        yield from ((c, kept[f"{c.page}/{c.name}"]) for c in wanted)
        return
    with ThreadPoolExecutor(2) as pool:
        yield from zip(wanted, (found for _, found in pool.map(lambda c: run.offered(program, c), wanted)))


def fixes_of(program, file=None):
    """(case, fix, what dbidx prints with it) of all that are offered."""
    for case, found in offers(program, file):
        for fix, _, out in found:
            ends = out != "takes too long" and "of another file" not in out
            if ends and pathlib.Path(fix["edit"]["span"]["file"]).name == case.name + ".py":
                yield case, fix, out


def table():
    rows = {}
    for line in TABLE.read_text().splitlines() if TABLE.exists() else []:
        if not line.startswith("#"):
            name, text, *outcomes = line.split("\t")
            rows[name, text] = dict(zip(RELEASES, outcomes))
    return rows


def write(rows):
    lines = ["# program, fix, and what the program with the fix does in " + ", ".join(RELEASES)]
    lines += ["\t".join((*k, *(v.get(r, "") for r in RELEASES))) for k, v in sorted(rows.items())]
    TABLE.write_text("\n".join(lines) + "\n")


# ---- the peer's side ----

SERVE = r"""
import os, sys, catalyst, jax, signal, runpy, traceback
for line in sys.stdin:
    path, out = line.rstrip("\n").split("\t")
    pid = os.fork()
    if not pid:
        fd = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(fd, 1), os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.chdir(os.path.dirname(path)); sys.path.insert(0, os.path.dirname(path))
        signal.alarm(LIMIT)
        end = ""
        try:
            runpy.run_path(path, run_name="__main__")
        except BaseException as e:
            end = "!" + type(e).__name__
        sys.stdout.flush()
        os.write(1, end.encode())
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        with open(out, "a") as f: f.write("!" + signal.Signals(os.WTERMSIG(status)).name)
    print("done", flush=True)
""".replace("LIMIT", str(LIMIT))


def record(program, release, python):
    rows = table()
    env = dict(os.environ, PYTHONHASHSEED="0", OMP_NUM_THREADS="1", JAX_PLATFORMS="cpu")
    peer = subprocess.Popen([python, "-c", SERVE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env,
                            stderr=subprocess.DEVNULL)
    n, start = 0, time.monotonic()
    for case, fix, out in fixes_of(program):
        row = rows.setdefault(key(case, fix), {})
        if row.get(release):
            continue
        with tempfile.TemporaryDirectory() as folder:
            path, printed = pathlib.Path(folder, case.name + ".py"), pathlib.Path(folder, "out")
            path.write_bytes(edited(case, fix))
            for name, own in case.files.items():
                pathlib.Path(folder, name).write_text(own)
            peer.stdin.write(f"{path}\t{printed}\n")
            peer.stdin.flush()
            peer.stdout.readline()
            said = printed.read_text(errors="replace")
        end = re.search(r"!(\w+)$", said)
        row[release] = end[1] if end else "same" if said.strip() == out.strip() else "other"
        n += 1
        write(rows)
        print(f"{case.name}: {fix['text']!r} {row[release]}", flush=True)
    peer.stdin.close()
    peer.wait()
    print(f"{n} recorded in {time.monotonic() - start:.0f} s")
    return 0


# ---- the comparison ----

def claimed(fix, release):
    """Whether dbidx says that the fix does not hold there."""
    said = re.search(r"not in Catalyst(?: (\d[.\d]*))?:", fix["outcome"])
    return bool(said) and (not said[1] or release == "catalyst-" + said[1])


def compare(program, file):
    rows, passed, failed = table(), 0, 0
    counts = {r: [0, 0, 0, 0] for r in RELEASES}
    for case, fix, _ in fixes_of(program, file):
        row = rows.get(key(case, fix))
        if not row:
            failed += 1
            print(f"{case.name}: `{fix['text']}` is not in {TABLE.name}")
            continue
        for release in RELEASES:
            says, holds = claimed(fix, release), row[release] == "same"
            counts[release][2 * says + (says == holds)] += 1
            passed += says != holds
            if says == holds:
                print(f"{case.name}: `{fix['text']}` -> {fix['outcome']}, but in {release} it is {row[release]}")
    good = passed >= 2 * LEAST
    for release, (right_holds, wrong_holds, right_not, wrong_not) in counts.items():
        print(f"{release}: {right_holds} hold as said, {wrong_holds} do not; {right_not} do not as said, {wrong_not} do")
        good &= right_holds >= RATE * (right_holds + wrong_holds) and right_not >= RATE * (right_not + wrong_not)
    print(f"{passed} passed, {failed if good and not failed else max(failed, 1)} failed")
    return not good or failed > 0


def main():
    args = sys.argv[1:]
    program = str(pathlib.Path(args[0]).absolute())
    if "--record" in args:
        at = args.index("--record")
        return record(program, args[at + 1], args[at + 2])
    return compare(program, next((a.split("=", 1)[1] for a in args if a.startswith("--offered=")), None))


if __name__ == "__main__":
    sys.exit(main())
