#!/usr/bin/env python3
"""What is said of programs with a mismatch, and whether the fixes that are offered hold.

usage: run.py DBIDX [--every=N]

The first line of a program in this folder names the code and the expression that has to be marked. Of it
and of every program of tests/conformance/errors_* that ends with such an error the diagnostic, as JSON, has
to name line and column, the operands in the words of the source and as variables of the Jaxpr, where each
of their lengths comes from, a reason, and at least one fix. Every fix is applied to the program, which then
has to trace, type-check and run; also those of the programs of docs/errors, whose pages show the rest.
docs/compared-errors.md lists the programs of tests/conformance and their codes.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
UNFIT = re.compile(r"<library|0x[0-9a-f]{4,}|Traced<|\bid=|object at|\(null\)|\bdbx_")
REASON = re.compile(r"two numbers|two variables|never equal|known only when the program runs")

LATE = "takes too long"


def dbidx(program, *args):
    """Runs it in a process group of its own, because `check` has a process for each file."""
    with subprocess.Popen([program, *map(str, args)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          stdin=subprocess.DEVNULL, start_new_session=True) as p:
        try:
            out, err = p.communicate(timeout=6 if args[0] == "check" else 60)
            return subprocess.CompletedProcess(p.args, p.returncode, out, err)
        except subprocess.TimeoutExpired:
            os.killpg(p.pid, signal.SIGKILL)
            p.communicate()
            return subprocess.CompletedProcess(p.args, 1, "", LATE)


def lengths(typed):
    inside = typed[typed.index("[") + 1:-1]
    return [d for d in inside.split(",") if d]


def problems(program, path, source, d):
    """Yields what is wrong with the diagnostic d of the program."""
    span = d["span"]
    if not span:
        yield "it has no place"
        return
    if source.encode()[span["begin"]:span["end"]].decode().strip() == "":
        yield "it marks nothing"
    if source[:span["begin"]].count("\n") + 1 != span["line"]:
        yield "line and offset differ"
    pair = d["code"] in ("E301", "E303", "E304", "E310", "E504", "E507")
    operands = d["operands"]
    if pair and len(operands) < 2:
        yield f"it names {len(operands)} operands"
    known = {b["variable"] for b in d["births"]} | {b["length"] for b in d["births"]}
    for o in operands:
        if not o["role"] or not o["type"]:
            yield "an operand without role or type"
        for length in lengths(o["typed"] or o["type"]):
            if length not in known and length != "?":
                yield f"it does not say where {length} of {o['source']} comes from"
        if not o["variable"] and not all(x.isdigit() for x in lengths(o["type"])):
            yield f"{o['source']} has no variable"
    for b in d["births"]:
        if not b["text"]:
            yield "a birth without words"
    if d["code"] in ("E301", "E504") and not any(REASON.search(n) for n in d["notes"]):
        yield "no reason"
    if not d["message"]:
        yield "no message"


def fix_problems(program, path, source, d):
    tried = [f for f in d["fixes"] if f["edit"] and f["outcome"]]
    if not tried:
        yield "no fix was tried"
    for f in tried:
        at = f["edit"]["span"]
        raw = source.encode()
        edited = raw[:at["begin"]] + f["edit"]["replacement"].encode() + raw[at["end"]:]
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, path.name)
            file.write_bytes(edited)
            r = dbidx(program, "check", "--engine=interp", file)
        if r.returncode and r.stderr != LATE:  # what it computes may have no end
            yield f"the fix `{f['text']}` does not hold: {r.stdout[:200].strip()}"


def diagnostic(program, path):
    r = dbidx(program, "run", "--engine=interp", "--json", path)
    lines = [line for line in r.stderr.splitlines() if line.startswith("{")]
    errors = [d for d in map(json.loads, lines) if d["severity"] == "error"]
    return errors[-1] if errors else None


def width_problems(program, path):
    """In 60 columns, without colours, in a pipe, with ASCII only: nothing is cut, lines break at blanks."""
    env = dict(os.environ, NO_COLOR="1", LC_ALL="C")
    r = subprocess.run([program, "run", "--engine=interp", "--width=60", path], capture_output=True, env=env, timeout=60)
    try:
        lines = r.stderr.decode("ascii").splitlines()
    except UnicodeDecodeError:
        yield "it is not ASCII"
        return
    for line in lines:
        excerpt = re.match(r" *\d* \||  *-->|\.\.\.", line)
        if len(line) > 60 and not excerpt and " " in line.strip(" ="):
            yield f"a line of {len(line)} columns: {line}"
        if "\x1b" in line:
            yield "it has colours"


def one(program, path, code):
    source = path.read_text()
    d = diagnostic(program, path)
    said = []
    own = re.match(r'"""(E\d+) at `(.*)`"""\n', source)
    if not d:
        return ["it is not refused"]
    if d["code"] != code:
        return [f"{d['code']}, not {code}"]
    if not path.is_relative_to(ROOT):  # of a page
        return list(fix_problems(program, path, source, d)) if "E300" < code < "E600" or d["fixes"] else []
    if own:
        marked = source.encode()[d["span"]["begin"]:d["span"]["end"]].decode() if d["span"] else ""
        if marked != own[2]:
            said.append(f"it marks `{marked}`, not `{own[2]}`")
    said += problems(program, path, source, d)
    said += fix_problems(program, path, source, d)
    text = dbidx(program, "run", "--engine=interp", path).stderr
    if UNFIT.search(text):
        said.append(f"it shows {UNFIT.search(text)[0]}")
    if d["code"] not in text:
        said.append("the text has another code")
    said += width_problems(program, path)
    return said


def programs(folder):
    """Every program and the code that its mismatch has; those of the pages are written to the folder."""
    for path in sorted((HERE / "programs").glob("*.py")):
        yield path, re.match(r'"""(E\d+) at ', path.read_text())[1]
    for page in sorted((ROOT / "docs/errors").glob("E*.md")):
        block = re.search(r"^```python (\S+)\n(.*?)^```$", page.read_text(), re.M | re.S)
        if block and "\n$ dbidx run " in page.read_text():  # others are refused by another command, shown there
            path = pathlib.Path(folder, block[1])
            path.write_text(block[2])
            yield path, page.stem
    listed = (ROOT / "docs/compared-errors.md").read_text()
    codes = dict(re.findall(r"^\| (\w+) \| .* \| \d \| (E[35]\d\d): ", listed, re.M))
    for path in sorted((ROOT / "tests/conformance").glob("errors_*/*.py")):
        if path.stem in codes:
            yield path, codes[path.stem]


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    every = next((int(a[8:]) for a in sys.argv if a.startswith("--every=")), 1)
    program = pathlib.Path(args[0]).resolve()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        files = list(programs(folder))[::every]
        for (path, _), said in zip(files, pool.map(lambda f: one(program, *f), files)):
            failed += bool(said)
            for s in said:
                print(f"FAIL {path.relative_to(ROOT) if path.is_relative_to(ROOT) else path.name}: {s}")
    print(f"{len(files) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
