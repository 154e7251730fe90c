#!/usr/bin/env python3
"""Claims of the documents, the help texts and the messages that can be run.

usage: said.py DBIDX

Each check below is a sentence; what it wants is worked out here, not by dbidx. The last line is
`N passed, N failed`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop\n"
GOOD = "@qjit\ndef good(n: int):\n    return jnp.ones([n])\n\n"
BAD = "@qjit\ndef bad(n: int, m: int):\n    return jnp.ones([n]) + jnp.ones([m])\n\n"
LOOP = "@qjit\ndef f(n: int):\n    @for_loop(0, 3, 1)\n    def loop(i, x):\n        return x + i\n    return loop(jnp.ones(n))\n"
EMITS = {"jaxpr": r"^\{ lambda ;", "types": r"in_type", "autograph": r"no statement of f", "binds": r'"for_loop"', "events": r'"event"|"kind"', "calls": r"[\[{]",
         "strategies": r"^  off +accepted", "mlir": r"func\.func|module", "llvm": r"define", "asm": r"\b(ret|call)q?\b",
         "dot": r"^digraph", "svg": r"<svg", "html": r"<html", "json": r"^\{"}


class Tool:
    def __init__(self, dbidx):
        self.dbidx, self.folder = dbidx, pathlib.Path(tempfile.mkdtemp())
        self.env = dict(os.environ, DBIDX_CACHE="session", HOME=str(self.folder), XDG_STATE_HOME=str(self.folder))

    def run(self, *argv, stdin=""):
        p = subprocess.run([self.dbidx, *argv], input=stdin, cwd=self.folder, env=self.env, capture_output=True, text=True,
                           errors="replace", timeout=120)
        return p.returncode, p.stdout, p.stderr

    def prompt(self, lines):
        return "".join(self.run("--no-init", "--color=never", "--width=200", stdin=lines)[1:])

    def file(self, name, text):
        (self.folder / name).write_text(text)
        return name


def has(text, pattern):
    return "" if re.search(pattern, text, re.M) else f"no /{pattern}/ in:\n{text[:500] or '(nothing)'}"


def inspects(t):
    for order, text in (("before", GOOD + BAD), ("behind", BAD + GOOD)):
        status, out, err = t.run("inspect", "--emit=jaxpr", t.file("two.py", HEAD + text) + ":good")
        yield f"inspect FILE:FUNC shows a function that stands {order} one that fails", has(out, r"broadcast_in_dim.*\n +in \(b,\)")
        yield f"inspect offers changes that it has tried ({order})", has(err, r"= tried: .*traces")
    status, out, err = t.run("inspect", "--emit=jaxpr", "two.py:bad")
    yield "inspect of the function that fails fails", has(err, "E3") if status == 1 and not out else f"{status} {out[:200]}"
    for emit in EMITS:
        if emit == "dot":
            continue
        for ending in ("png", "pdf"):
            status, _, err = t.run("inspect", f"--emit={emit}", "-o", f"x.{ending}", t.file("f.py", HEAD + LOOP))
            wrong = (t.folder / f"x.{ending}").exists() or status != 2
            yield f"--emit={emit} writes no .{ending}", f"status {status}: {err}" if wrong else has(err, "--emit=dot")
    for emit, pattern in EMITS.items():
        status, out, err = t.run("inspect", f"--emit={emit}", t.file("f.py", HEAD + LOOP))
        yield f"--emit={emit} of the help text", has(out, pattern) if status == 0 else f"status {status}: {err[:300]}"
    if shutil.which("dot"):
        status, _, err = t.run("inspect", "--emit=dot", "-o", "x.png", "f.py")
        made = (t.folder / "x.png").exists() and (t.folder / "x.png").read_bytes()[:4] == b"\x89PNG"
        yield "--emit=dot -o x.png is a picture", "" if status == 0 and made else f"status {status}, picture: {made}\n{err}"


def questions(t):
    # the lengths 0 to 4 fit where they are equal (5 pairs) or one of them is 1 (8 more)
    for command in (":real bad", ":real"):
        yield f"{command} of a definition that was refused", has(t.prompt(HEAD + BAD + command + "\n"), "25 trials.*: 13 run, 12 break")
    yield ":real of a function without arguments", has(
        t.prompt(HEAD + "@qjit\ndef g():\n    return jnp.ones([2]) + jnp.ones([3])\n\n:real g\n"), "0 run, 1 break|1 break")
    rows = re.findall(r'^P\((?:\w+, *)?"?([\w-]+)', (ROOT / "core/prim/prims.def").read_text(), re.M)
    listed = set(t.prompt(":prim\n").split())
    yield ":prim lists the primitives", "" if {"add", "for_loop", "cond", "gather", "scatter-add", "pjit"} <= listed and len(
        listed) > 60 else f"{len(listed)} of {len(rows)}: {sorted(listed)[:10]}"
    for name in sorted(listed)[::7]:
        yield f":prim {name}", has(t.prompt(f":prim {name}\n"), r"dtypes|operands|result")
    names = re.findall(r"(?<!`):([a-z][\w-]*)", t.prompt(":help\n"), re.I)
    yield ":help lists the commands", "" if len(names) > 50 else f"{len(names)}"
    for name in names:
        yield f":help {name}", has(t.prompt(f":help {name}\n"), rf"^ *:{name}\b")


def sizes(t):
    """A fix has to be one that was tried, and no number that nobody wrote."""
    for text in ("1e400", "-1e400", "float('nan')", "1e30", "-1e30", "2.0**63", "-2.0**63 * 2", "1e19", "3.5", "-3.5", "9.3e18"):
        for call in (f"jnp.ones({text})", f"jnp.zeros([{text}])", f"jnp.arange(3)[{text}]", f"jnp.full({text}, 1)",
                     f"range({text})", f"jnp.ones(3).reshape({text})", f"jnp.eye({text})"):
            out = t.prompt(HEAD + call + "\n")
            wrong = [w for w in re.findall(r"-?\d{16,}", "\n".join(re.findall(r"= tried: (.*)", out)))]
            yield f"fixes of {call}", f"offers {wrong}:\n{out[:400]}" if wrong or "error[" not in out else ""


OF_PYTEST = re.findall(r'addoption\("(--[a-z-]+)"', (ROOT / "python/dbidx/pytest_plugin.py").read_text())


def documents(t):
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        text = page.read_text()
        added = re.findall(r'^\+C\("([\w-]+)"', text, re.M)  # by a patch of the page itself (tests/howto)
        if page.name == "habits.md":  # of other prompts
            added += re.findall(r'^E\(":(\w+)"', (ROOT / "repl/cmd/prompt/elsewhere.def").read_text(), re.M)
        for command in re.findall(r"`(:[a-z][\w-]*)", text):
            if not any(c.startswith(command[1:]) for c in [*COMMANDS, *added]):
                yield f"{page.name}: {command}", "there is no such command"
    for option in re.findall(r"`(--[a-z-]+)", "".join(p.read_text() for p in (ROOT / "docs").glob("*.md"))):
        if option in ("--buildtype", "--help", "--keep", "--forget"):  # meson's; everybody's; of :set
            continue
        if option in OF_PYTEST:
            continue
        yield f"docs: {option}", "" if option in OPTIONS else "there is no such option"


def main():
    global COMMANDS, OPTIONS
    t = Tool(str(pathlib.Path(sys.argv[1]).resolve()))
    groups = re.findall(r"^  (\w+) +:", t.prompt(":help\n"), re.M)
    COMMANDS = set(re.findall(r":([a-z][\w-]*)", t.prompt("".join(f":help {g}\n" for g in groups))))
    subcommands = re.findall(r"^  ([a-z]+) ", t.run("--help")[1], re.M)
    OPTIONS = set(re.findall(r"--[a-z-]+", "".join(t.run(s, "--help")[1] for s in subcommands) + t.run("--help")[1]))
    passed = failed = 0
    try:
        for checks in (inspects, questions, sizes, documents):
            for what, wrong in checks(t):
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAIL {what}: {wrong}")
    finally:
        shutil.rmtree(t.folder, ignore_errors=True)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
