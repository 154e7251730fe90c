#!/usr/bin/env python3
"""Lectures, tour, quiz, pages of options, and handouts, at a terminal and in a pipe.

usage: run.py DBIDX [-v] [NAME...]
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/editor"), str(ROOT / "tests")]
from speaks import run_named
from terminal import Prompt

PROGRAM = """from catalyst import qjit, for_loop
from jax import numpy as jnp
@qjit(abstracted_axes={0: 'n'})
def f(y):
    @for_loop(0, 3, 1)
    def loop(i, x):
        return x + y
    return loop(y)

"""
PARTS = ["bind for_loop", "allow_array_resizing", "inputs", "constants", "body", "outputs", "results"]
WAYS = {"colour": {"NO_COLOR": None}, "NO_COLOR": {}, "TERM=dumb": {"TERM": "dumb", "NO_COLOR": None}}


def pipe(program, text, *options):
    done = subprocess.run([program, "--engine=interp", *options], input=text, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def at_terminal(program, columns, **env):
    p = Prompt(program, "--no-init", columns=columns, height=60, **env)
    (p.path / "prog.py").write_text(PROGRAM)
    p.prompt()
    for line in (":load prog.py\r", ":set lecture on\r"):
        p.send(line)
        p.settle()
        p.prompt()
    return p


def shown(p):
    """The parts of the report that the screen has, in its order."""
    text = "\n".join(p.screen.lines()).rpartition("f(jnp.ones(2))\n")[2]
    return [part for part in PARTS if re.search(rf"^ *{part}", text, re.M)]


def steps(columns, way):
    """Each Enter adds one part, and nothing else; the line's value and the prompt come behind the last one."""
    def check(program):
        p = at_terminal(program, columns, **WAYS[way])
        p.send("f(jnp.ones(2))\r")
        for n in range(1, len(PARTS) + 1):
            if not p.wait(lambda p: len(shown(p)) >= n):
                return f"part {n} is missing\n{p.screen.text()}"
            p.settle(0.2, 0.1)
            if shown(p) != PARTS[:n]:
                return f"{shown(p)} after {n - 1} times Enter\n{p.screen.text()}"
            if ("[Enter]" in p.screen.text()) != (n < len(PARTS) and way != "TERM=dumb"):
                return f"what waits is not marked\n{p.screen.text()}"
            if n < len(PARTS):
                p.send("\r")
        ended = p.prompt()
        text = p.screen.text()
        p.end()
        return None if ended and re.search(r"\narray\(\[4\., 4\.\]\)\n", text) else text
    return check


def left_by(key):
    """The rest comes at once, and the session goes on."""
    def check(program):
        p = at_terminal(program, 80)
        p.send("f(jnp.ones(2))\r")
        if not p.shows(r"\[Enter\]"):
            return f"nothing waits\n{p.screen.text()}"
        p.settle(0.2, 0.1)
        p.send(key)
        ended = p.prompt() and shown(p) == PARTS and "[Enter]" not in p.screen.text()
        p.send("6 * 7\r")
        ended = ended and p.shows(r"\n42\n>>>$")
        text = p.screen.text()
        p.end()
        return None if ended else text
    return check


def off_again(program):
    p = at_terminal(program, 80)
    p.send(":set lecture off\r")
    p.settle()
    p.prompt()
    p.send("f(jnp.ones(2))\r")
    ended = p.shows(r"\narray\(\[4\., 4\.\]\)\n>>>$")
    text = p.screen.text()
    p.end()
    return None if ended and shown(p) == PARTS else text


def errors_by_notes(columns, way):
    """The first part is all in front of the notes, also where its first sentence takes several lines."""
    def check(program):
        p = at_terminal(program, columns, **WAYS[way])
        p.send("jnp.ones(2) + jnp.ones(3)\r")
        first = p.shows(r"E301(.*\n)+ 1 \|.*\n(.*\n)+\[Enter\]$") and " = " not in p.screen.text().rpartition("E301")[2]
        p.send("\r")
        second = p.shows(r"= 2: static(.*\n)+\[Enter\]$")
        p.send("q")
        ended = p.prompt() and "2 and 3 are two numbers" in p.screen.text()
        text = p.screen.text()
        p.end()
        return None if first and second and ended else text
    return check


def lists_are_whole(program):
    p = at_terminal(program, 80)
    p.send(":help learn\r")
    ended = p.shows(r":explain(.*\n)+>>>$")
    text = p.screen.text()
    p.end()
    return None if ended and "[Enter]" not in text else text


def in_a_pipe(program):
    """Nothing is lost or added, with empty lines in the place of Enter, with too few, and without any."""
    whole = pipe(program, PROGRAM + ":detail 2\nf(jnp.ones(2))\n6 * 7\n")
    for empty in (0, 2, 20):
        got = pipe(program, PROGRAM + ":detail 2\n:set lecture on\nf(jnp.ones(2))\n" + "\n" * empty + "6 * 7\n")
        got = "\n".join(line for line in got.split("\n") if not line.startswith("lecture "))
        if got.replace("<stdin>:8:", "") != whole.replace("<stdin>:8:", "") or "bind for_loop" not in got:
            return f"{empty} empty lines\n{got}\nwanted\n{whole}"
    return None


def twenty_questions(program):
    text = pipe(program, "".join(f":quiz {n}\n" for n in range(1, 21)))
    asked = re.split(r"^question (\d+)\n", text, flags=re.M)[1:]
    numbers, programs = asked[::2], asked[1::2]
    if numbers != [str(n) for n in range(1, 21)]:
        return f"{numbers}"
    if len(set(programs)) != 20:
        return "two numbers are one question"
    return None if pipe(program, ":quiz 3\n") in text else "question 3 is another one if it is the first"


def quiz_is_left(program):
    text = pipe(program, ":quiz 3\n:quiz stop\n:quiz hint\n")
    return None if "no question is asked" in text else text


def tour_is_quiet(program):
    """Lines on the way are not judged; a wrong answer is, once."""
    p = Prompt(program, "--no-init", columns=100, height=90)
    p.prompt()
    for line in (":tour", "k = 3", "m: float", "k + 4", "h = m * 2", "n: int", "j = n + 1", "x = jnp.ones([n])"):
        p.send(line + "\r")
        p.settle(1, 0.1)
        p.prompt()
    text = p.screen.text()
    p.end()
    right = text.count("not yet") == 1 and "3 of 10: " in text
    return None if right else text


OPTIONS = {"experimental_preserve_dimensions": "older spelling", "allow_array_resizing": "strategy", "abstracted_axes": "qjit",
           "--engine": "an option of the command line", "engine": "a setting", "autograph": "qjit", "static_argnums": "constants",
           "in_axes": "vmap", "out_axes": "vmap", "argnum": "grad", "keepdims": "a parameter of", "dtype": "a parameter of",
           "--target=catalyst-0.7": "an option of the command line", "lecture": "a setting"}


def option(name, words):
    def check(program):
        for way in (f":explain {name}\n", f"?{name}\n"):
            text = pipe(program, way)
            if words.lower() not in text.lower() or "error[" in text:
                return f"{way}{text}"
        return None
    return check


SECOND = """@qjit
def g(n: int):
    return jnp.ones([n + 1]) * 2 < 3

"""


def in_folder(check):
    def run(program):
        with tempfile.TemporaryDirectory(prefix="dbidx-handout-") as folder:
            return check(program, pathlib.Path(folder))
    return run


def write(program, folder, *lines, **env):
    text = PROGRAM + "f(jnp.ones(2))\n" + SECOND + "\n".join(lines) + "\n"
    done = subprocess.run([program, "--engine=interp", "--width=96"], input=text, capture_output=True, text=True, timeout=300,
                          cwd=folder, env={**os.environ, **env}, check=False)
    return done.stdout + done.stderr


@in_folder
def handout(program, folder):
    """Source, Jaxpr, types and reports are what the commands show, the drawing what :export writes."""
    said = write(program, folder, ":handout a.md", ":jaxpr f", ":types f", ":sig loop", ":export b.svg")
    if not (folder / "a.md").exists():
        return said
    text = (folder / "a.md").read_text()
    blocks = re.findall(r"^(```+)(\w+)\n(.*?)^\1$", text, re.M | re.S)
    lines = [line for line in (PROGRAM + "f(jnp.ones(2))\n" + SECOND).split("\n") if line]
    if blocks[0][1:] != ("python", "\n".join(lines) + "\n"):
        return f"the lines of the session are others\n{text}"
    for _, language, block in blocks[1:4]:
        if language != "text" or block not in said:
            return f"no command shows this\n{block}"
    if re.findall(r"^#.*", text, re.M) != ["# dbidx: a session", "## The session", "## `f`", "### Jaxpr", "### Types", "### Binds",
                                           "### Scopes and lengths", "## `g`", "### Jaxpr", "### Types", "### Scopes and lengths"]:
        return text
    pictures = re.findall(r"!\[.*\]\(<(.*)>\)", text)
    if pictures != ["a-1.svg", "a-2.svg"] or (folder / "a-2.svg").read_text() != (folder / "b.svg").read_text():
        return f"{pictures}\n{text}"
    for name in pictures:
        xml.etree.ElementTree.parse(folder / name)
    return None


@in_folder
def handout_of_program(program, folder):
    p = Prompt(program, "--no-init", home=str(folder))
    p.prompt()
    for line in ("from jax import numpy as jnp", "n: int", "y = jnp.ones([n])", ":handout h.md"):
        p.send(line + "\r")
        p.settle()
    p.shows(r"written: h\.md, drawings beside it")
    text = p.screen.text()
    p.end()
    page = (folder / "h.md").read_text() if (folder / "h.md").exists() else ""
    right = "## The program\n" in page and "b:f64[a] = broadcast_in_dim" in page and (folder / "h-1.svg").exists()
    return None if right else text + page


@in_folder
def handout_in_pages(program, folder):
    """What the pages say, as pdftotext reads it, and that they have a drawing."""
    said = write(program, folder, ":handout a.pdf")
    if not (folder / "a.pdf").exists():
        return said
    if [path.name for path in folder.iterdir()] != ["a.pdf"]:
        return f"{list(folder.iterdir())}"
    text = subprocess.run(["pdftotext", "-layout", "a.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True).stdout
    missing = [w for w in ("The session", "return loop(y)", "body_nconsts=2", "f64[DBIdx(0)]", "bind for_loop", "1  bool[OutDBIdx(0)]",
                           "capture", "argument y = b:f64[a]", "return jnp.ones([n + 1]) * 2 < 3")
               if re.sub(r"\s+", "", w) not in re.sub(r"\s+", "", text)]
    return f"{missing}\n{text}" if missing else None


@in_folder
def handout_without_chromium(program, folder):
    said = write(program, folder, ":handout a.pdf", ":handout a.md", PATH="/nonexistent")
    right = "a.pdf needs Chromium: there is no program `chromium` in the PATH; .md needs nothing" in " ".join(said.split()) and \
        sorted(path.name for path in folder.iterdir()) == ["a-1.svg", "a-2.svg", "a.md"]
    return None if right else f"{said}{list(folder.iterdir())}"


@in_folder
def handout_overwrites_nothing(program, folder):
    (folder / "a.md").write_text("mine"), (folder / "b-1.svg").write_text("mine")
    said = write(program, folder, ":handout a.md", ":handout b.md", ":handout c.txt")
    kept = [path.read_text() for path in sorted(folder.iterdir())] == ["mine", "mine"]
    forced = write(program, folder, ":handout! a.md", ":handout! b.md")
    right = kept and "`:handout! a.md` overwrites it" in said and "`:handout! b.md` overwrites it" in said and \
        ".md or .pdf, not 'c.txt'" in said and forced.count("written: ") == 2
    return None if right else said + forced


def habits_elsewhere(program):
    """Each word of other prompts is answered by commands that exist."""
    rows = re.findall(r'^E\("(.*?)", "(.*?)", "(.*)"\)$', (ROOT / "repl/cmd/prompt/elsewhere.def").read_text(), re.M)
    commands = set(re.findall(r'^C\("(\w+)"', (ROOT / "repl/cmd/commands.def").read_text(), re.M))
    text = pipe(program, "".join(f"{word}{'ls' if word[-1] == '!' else ' x'}\n" for word, _, _ in rows), "--width=200")
    for word, of, here in rows:
        if f"error[E208] ValueError: `{word}` of {of}: {here}\n" not in text:
            return f"{word}\n{text}"
        if not set(re.findall(r"`:(\w+)", here)) <= commands:
            return f"{here}: there is no such command"
    return None if len(rows) >= 40 and "%nothing of" not in pipe(program, "%nothing\n") else f"{len(rows)} rows"


CHECKS = [
    ("words of other prompts", habits_elsewhere),
    (":handout a.md", handout), (":handout of the program", handout_of_program), (":handout a.pdf", handout_in_pages),
    (":handout without Chromium", handout_without_chromium), (":handout overwrites nothing", handout_overwrites_nothing),
    *[(f"a lecture, {columns} columns, {way}", steps(columns, way)) for columns in (80, 120) for way in WAYS],
    ("q leaves it", left_by("q")), ("Ctrl-C leaves it", left_by("\x03")), ("Ctrl-D leaves it", left_by("\x04")),
    *[(f"errors build up by their notes, {columns} columns, {way}", errors_by_notes(columns, way))
      for columns in (50, 80) for way in ("colour", "NO_COLOR")],
    ("it is switched off", off_again), ("lists are whole", lists_are_whole),
    ("a lecture in a pipe", in_a_pipe), ("twenty numbers are twenty questions", twenty_questions),
    (":quiz stop", quiz_is_left), ("lines on the way of the tour", tour_is_quiet),
    *[(f":explain {name}", option(name, words)) for name, words in OPTIONS.items()],
]


if __name__ == "__main__":
    sys.exit(run_named(CHECKS))
