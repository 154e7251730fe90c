#!/usr/bin/env python3
"""Every command that a message recommends is run in the session in which it was recommended.

usage: commands.py DBIDX [--every N]

Sessions are the failing programs of the tests and of every page of docs/errors, loaded at the prompt, and lines
that go wrong in each way that a message has an answer to (MISTAKES). Recommended is what stands in back quotes and begins with a
colon, `:compare-strategies NAME` (NAME: the loops of the program that a loop's error is about), and
`dbidx inspect FILE --emit=...`. Each of them has to say something that is no error; of some it is known
what they have to say (SAYS). `:set dims symbolic`, where lengths are said to be equal with it, has to take
the mismatch away. The last line is `N passed, N failed`.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ["tests/errors/programs", "tests/conformance/errors_control", "tests/conformance/errors_array"]
QUOTED = re.compile(r"`(:[a-z][^`\n]*)`")
SIZE = re.compile(r"\bSIZE\b")
PLACEHOLDER = re.compile(r"\b(NAME|EXPR|TYPE|FILE|VALUE|WHERE|DIM|N|ARGS|LOOP|HEAD)\b")
SAYS = {  # what the answer has to contain
    ":compare-strategies": r"^  (off|on|infer|shared) +(accepted|refused)",
    ":help": r"^  session +.*:help", ":prim": r"\bfor_loop\b.*\bcond\b", ":log": r"^(>| ) +1  ", ":set": r"^ *(engine|memory)\b",
    ":debug": r"^ +\d+  ", ":tour": r"tour", ":quiz": r"i64|bind|question", ":explain": r"\w{4}", ":types": r"_type",
}
F = "from jax import numpy as jnp\nfrom catalyst import qjit, for_loop, cond\n@qjit\ndef f(n: int):\n    return jnp.ones([n])\n\n"
OPEN = "from jax import numpy as jnp\nfrom catalyst import for_loop, cond\nn: int\n"
MISTAKES = [  # lines before, the mistake, what is recommended for it
    ("", ":nosuch", ":help"), ("", ":prim nosuch", ":prim"), ("", ":set nosuch 1", ":set"),
    ("x = 1\n", ":goto 99", ":log"), ("", ":debug", ":debug EXPR"), (F, ":step", ":debug"),
    (OPEN, ":sample", ":sample ARGS"), (F, ":whatif n == m", ":whatif f("), ("", ":tour hint", ":tour"),
    ("", ":quiz hint", ":quiz"), (F, ":run", ":run f(3)"),
    ("", ":explain nosuch", ":explain"), ("", ":help nosuch", ":help"),
]


def run(dbidx, lines, options=()):
    env = dict(os.environ, DBIDX_CACHE="session", HOME="/nonexistent", XDG_STATE_HOME="/nonexistent")
    p = subprocess.run([dbidx, "--no-init", "--color=never", "--width=1000", *options], input=lines, cwd=ROOT, env=env,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=120)
    return p.returncode, p.stdout


def answer(dbidx, lines, command):
    """What the command says after these lines."""
    status, out = run(dbidx, f"{lines}\nprint('the', 'answer')\n{command}\n")
    return status, out.partition("the answer\n")[2]


def complaint(dbidx, lines, command):
    status, said = answer(dbidx, lines, command)
    want = SAYS.get(command.split()[0])
    if status not in (0, 1) or re.search(r"^(error\[|dbidx: )", said, re.M) or not said.strip():
        return f"status {status}: {said[:600] or '(nothing)'}"
    return "" if not want or re.search(want, said, re.M) else f"it does not say /{want}/:\n{said[:600]}"


def loops_in_error(text, out):
    """The loops that the error is about: those whose call it marks or mentions."""
    names = re.findall(r"@(?:for_loop|while_loop)\b.*\n\s*def (\w+)", text)
    return [n for n in dict.fromkeys(names) if re.search(rf"\b{n}\b", out)] or names[:1]


def of_program(dbidx, path):
    """(command, complaint) of each recommendation."""
    text, lines = path.read_text(), f":load {path}"
    _, out = run(dbidx, lines + "\n")
    commands = {c for c in (SIZE.sub("600M", c) for c in QUOTED.findall(out)) if not PLACEHOLDER.search(c)} - {":set dims symbolic"}
    if ":compare-strategies NAME" in out:
        commands |= {f":compare-strategies {n}" for n in loops_in_error(text, out)}
    for c in sorted(commands):
        yield c, complaint(dbidx, lines, c)
    if re.search(r"with dims=symbolic \(--dims=symbolic.*they are equal", out):
        yield "--dims=symbolic", symbolic(dbidx, lines, out)
    if "dbidx inspect FILE --emit=strategies" in out:
        p = subprocess.run([dbidx, "inspect", "--emit=strategies", str(path)], capture_output=True, text=True, timeout=120)
        ok = re.search(SAYS[":compare-strategies"], p.stdout, re.M)
        yield "dbidx inspect FILE --emit=strategies", "" if ok else p.stdout[:300] + p.stderr[:300] or "(nothing)"


def of_page(dbidx, page, folder):
    """The program of a page has to end with the page's diagnostic; what is recommended then."""
    kind, name, text = re.search(r"^```(python|jaxpr|jsonl) (\S+)\n(.*?)^```$", page.read_text(), re.M | re.S).groups()
    path = pathlib.Path(folder, name)
    path.write_text(text)
    words = re.search(r"^\$ dbidx (.*)$", page.read_text(), re.M)
    session = kind == "python" and (not words or words[1].startswith("run "))
    if session:
        _, out = run(dbidx, f":load {path}\n")
    else:
        p = subprocess.run([dbidx, *shlex.split(words[1])], cwd=folder, capture_output=True, text=True, timeout=120)
        out = p.stdout + p.stderr
    place = rf"{re.escape(name)}:\d+:\d+: " if words and words[1].startswith("check ") else ""
    yield path.name, "" if re.search(rf"^{place}(error|warning)\[{page.stem}\] ", out, re.M) else f"it says {out[:600]}"
    if session:
        yield from of_program(dbidx, path)


def symbolic(dbidx, lines, out):
    first = re.search(r"^error\[.*", out, re.M).group()
    _, after = run(dbidx, ":set dims symbolic\n" + lines + "\n")
    return f"the error stays: {first}" if first in after else ""


def of_mistake(dbidx, lines, mistake, wanted):
    _, said = answer(dbidx, lines, mistake)
    quoted = [c for c in QUOTED.findall(said) if c != mistake and c != ":" + mistake.split()[-1]]
    commands = [c for c in quoted if not PLACEHOLDER.search(c)]
    if not any(c.startswith(wanted) for c in quoted):
        yield mistake, f"recommends {commands}, not `{wanted}`:\n{said[:400]}"
    for c in commands:
        yield c, complaint(dbidx, lines + "\n" + mistake, c)


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    every = int(sys.argv[sys.argv.index("--every") + 1]) if "--every" in sys.argv else 1
    passed = failed = 0
    found = [(m, of_mistake(dbidx, *m)) for m in MISTAKES]
    paths = [p for f in FOLDERS for p in sorted((ROOT / f).glob("*.py"))]
    found += [(str(p.relative_to(ROOT)), of_program(dbidx, p)) for p in paths[::every]]
    folder = tempfile.TemporaryDirectory()
    pages = [p for p in sorted((ROOT / "docs/errors").glob("*.md")) if "\n$ dbidx " in p.read_text()]
    found += [(p.name, of_page(dbidx, p, folder.name)) for p in pages[::every]]
    for of, results in found:
        for command, wrong in results:
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"FAIL {of}: {command}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
