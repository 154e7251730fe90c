#!/usr/bin/env python3
"""Whether the fixes that are offered are those of an expert.

usage: run.py DBIDX [--list] [--keep=FILE] [NAME...]       run.py --peer PYTHON [NAME...]

A page *.txt of this folder has programs that end with an error. Of each it has the fix of somebody who knows
the field, written down before dbidx was asked: `- old` becomes `+ new`, and the program then prints what
follows `=`. The edits that dbidx offers are applied to the program, which is run; one of the first two has to
print the expert's value. At least 9 of 10 programs have to be so, and no fix may break what is offered:
each has to run. What the page of warnings has warns, and with the edit does not. --list prints what is offered, --keep
writes it for peers.py; --peer runs the expert's programs by that Python with Catalyst.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
HEAD = "import jax\nfrom jax import numpy as jnp\nfrom catalyst import qjit, for_loop, while_loop, cond\n\n\n"
LEAST, RATE, LIMIT = 2096, 0.9, 20
# Cuts, sums and paddings where a carry, a branch or a strategy is the cause, or a value has left its trace.
WRONG = re.compile(r"jnp\.(sum|resize|full|append|broadcast_to|ravel|outer)\(|\[:|\.reshape\(|\[0\]|\[None")


class Case:
    def __init__(self, page, text):
        self.name, rest = text.split("\n", 1)
        self.page = page
        program, expert = re.split(r"^--\n", rest, maxsplit=1, flags=re.M)
        parts = re.split(r"^-- (\S+)\n", program, flags=re.M)
        self.text = HEAD + parts[0].strip("\n") + "\n"
        self.files = dict(zip(parts[1::2], parts[2::2]))
        self.edits = re.findall(r"^- (.*)\n\+ ?(.*)$", expert, re.M)
        self.value = "\n".join(re.findall(r"^= (.*)$", expert, re.M))

    def fixed(self):
        text = self.text
        for old, new in self.edits:
            old = old.replace("\\n", "\n")
            assert text.count(old), f"{self.name}: {old}"
            text = text.replace(old, new.replace("\\n", "\n"), 1)
        return text


def cases():
    for page in sorted(HERE.glob("*.txt")):
        for text in re.split(r"^== ", page.read_text(), flags=re.M)[1:]:
            yield Case(page.stem, text)


def run(folder, case, command, text):
    for name, own in case.files.items():
        pathlib.Path(folder, name).write_text(own)
    path = pathlib.Path(folder, case.name + ".py")
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    command = [*command, path.name]
    try:
        return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=LIMIT, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 1, "", "takes too long")


def prints(case, r):
    return r.returncode == 0 and r.stdout.strip("\n").split("\n") == case.value.split("\n")


def offered(program, case):
    """The code of the error and what it offers: the text of the fix, what is said of it, does it run, the value."""
    with tempfile.TemporaryDirectory() as folder:
        r = run(folder, case, [program, "run", "--engine=interp", "--json"], case.text)
        lines = [json.loads(line) for line in r.stderr.splitlines() if line.startswith("{")]
        warned = case.page == "warnings"
        errors = [d for d in lines if d["severity"] == ("warning" if warned else "error")]
        if not errors:
            return "", []
        found, raw = [], case.text.encode()
        for f in errors[0]["fixes"]:
            if not f["edit"]:
                continue
            at = f["edit"]["span"]
            edited = raw[:at["begin"]] + f["edit"]["replacement"].encode() + raw[at["end"]:]
            if pathlib.Path(at["file"]).name != case.name + ".py":
                found.append((f, False, "of another file"))
                continue
            again = run(folder, case, [program, "run", "--engine=interp"], edited)
            good = prints(case, again) and not (warned and "warning[" in again.stderr)
            found.append((f, good, again.stdout or again.stderr))
        return errors[0]["code"], found


def judge(program, case):
    with tempfile.TemporaryDirectory() as folder:
        fixed = run(folder, case, [program, "run", "--engine=interp"], case.fixed())
    if not prints(case, fixed):
        return "", [], "the expert's program has another value: " + (fixed.stdout or fixed.stderr)[:200]
    code, found = offered(program, case)
    if not code:
        return "", [], "it is not refused"
    if not any(good for _, good, _ in found[:2]):
        return code, found, "no fix of an expert among the first two"
    cause = case.page == "carried" or code in ("E501", "E502", "E503", "E504", "E506", "E507", "E508", "E515")
    for f, good, _ in found:
        if cause and not good and WRONG.search(f["edit"]["replacement"]):
            return code, found, f"it offers `{f['text']}`, which changes the meaning"
    return code, found, ""


def captured(program):
    """Whether the loop that capture mode would run as Python is none with the edit that is offered."""
    text = HEAD + (
        "@qjit(capture=True)\ndef f(n: int):\n    x = jnp.ones(n)\n\n"
        "    @for_loop(0, 3, 1, allow_array_resizing=True)\n    def loop(i, a):\n        return a + x\n\n"
        "    return loop(x)\n")
    command = [program, "check", "--target=catalyst-0.15", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "captured.py")
        path.write_text(text)
        r = subprocess.run([*command, path], capture_output=True, text=True, timeout=LIMIT)
        found = [json.loads(line) for line in r.stdout.splitlines() if line.startswith("{")]
        for d in found:
            for f in d["fixes"] if d["code"] == "W104" else []:
                at = f["edit"]["span"]
                path.write_text(text[:at["begin"]] + f["edit"]["replacement"] + text[at["end"]:])
                r = subprocess.run([*command, path], capture_output=True, text=True, timeout=LIMIT)
                return r.returncode == 0 and "W104" not in r.stdout
    return False


def peer(python, wanted):
    failed = 0
    for case in wanted:
        with tempfile.TemporaryDirectory() as folder:
            r = run(folder, case, [python], case.fixed())
        if not prints(case, r):
            failed += 1
            print(f"FAIL {case.name}: {(r.stdout + r.stderr[-160:]).strip()}")
    print(f"{len(wanted) - failed} passed, {failed} failed")
    return failed > 0


def keep(path, offers):
    path.write_text(json.dumps({f"{case.page}/{case.name}": found for case, found in offers}))


def kept(path):
    """Of each program, by its page and name, what offered() gave as the second."""
    return json.loads(path.read_text())


def main():
    args = [a for a in sys.argv[1:] if not a.startswith("--")]
    to = next((pathlib.Path(a.split("=", 1)[1]) for a in sys.argv[1:] if a.startswith("--keep=")), None)
    names = set(args[1:])
    wanted = [c for c in cases() if not names or c.name in names or c.page in names]
    program = str(pathlib.Path(args[0]).absolute())
    if "--peer" in sys.argv:
        return peer(program, wanted)
    passed, offers = 0, []
    with ThreadPoolExecutor(2) as pool:
        for case, (code, found, said) in zip(wanted, pool.map(lambda c: judge(program, c), wanted)):
            passed += not said
            offers.append((case, found))
            if said:
                print(f"{case.page}/{case.name}: {code} {said}")
            for f, good, out in found if said or "--list" in sys.argv else []:
                print(f"    {'good' if good else '    '} {f['text']}   ->   {out.strip()[:60]!r}")
    if to:
        keep(to, offers)
    if not names and not captured(program):
        passed = 0
        print("the edit of W104 does not mend it")
    bar = len(wanted) if names else max(LEAST * RATE, len(wanted) * RATE)
    failed = 0 if passed >= bar else len(wanted) - passed
    print(f"{passed} of {len(wanted)} programs have an expert's fix among the first two")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
