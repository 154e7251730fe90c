#!/usr/bin/env python3
"""Types the habits of docs/habits.md at the prompt of a terminal, and looks at what it shows.

usage: run.py DBIDX [--show] [WORD...]: --show prints the screens; WORD: only the rows whose name has one

One session for each of 80 and 120 columns, in colour, with NO_COLOR and with TERM=dumb; each row of
the table is typed in each of them, in the order of ROWS. A row of the table that is not here is a failure.
"""
import concurrent.futures
import fcntl
import os
import pathlib
import re
import shlex
import struct
import sys
import termios

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/editor"), str(ROOT / "tests")]
from speaks import silent
from terminal import Prompt

LEAST = 30
UP, CTRL_C, CTRL_R, CTRL_Z, TAB = "\x1b[A", "\x03", "\x12", "\x1a", "\t"
SETUP = ["from catalyst import qjit, for_loop", "from jax import numpy as jnp", "@qjit(abstracted_axes={0: 'n'})",
         "def f(y):", "@for_loop(0, 3, 1)", "def loop(i, x):", "return x + y", "return loop(y)", ""]
INDENTS = [0, 0, 0, 0, 4, 4, 8, 4, 0]  # typed where the terminal cannot move the cursor
PAGER = r"sed s/^/PAGED:/"
TRANSCRIPT = "In [1]: pasted = 20\n\nIn [2]: pasted + 1\nOut[2]: 99\n"


def pasted(p):
    """A terminal that brackets what is pasted; a dumb one does not, so that it is typed after `:paste`."""
    if p.dumb:
        press(p, [":paste\r", *[line + "\r" for line in TRANSCRIPT.split("\n")[:-1]], "--\r"])
    else:
        press(p, ["\x1b[200~" + TRANSCRIPT + "\x1b[201~", "\r"])


def set_size(p, rows, columns):
    fcntl.ioctl(p.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    p.settle(0.3, 0.05)


def resized(p):
    p.send("'half' + ")
    for columns in (40, p.screen.columns):
        set_size(p, p.screen.height, columns)
    press(p, ["'way'\r"])


def paged(p):
    set_size(p, 12, p.screen.columns)
    press(p, [":log\r"])
    set_size(p, p.screen.height, p.screen.columns)


def stopped(p):
    """The prompt is a job of the shell that began the session."""
    p.send("40 + ")
    p.settle()
    p.send(CTRL_Z)
    p.shows(r"Stopped[^\n]*\n(.*\n)*shell> ?$")
    p.send("echo $((6 * 7)) in the shell; fg\r")
    p.shows(r"\n42 in the shell\n(.*\n)*.*>>>")
    p.settle(1, 0.1)
    press(p, ["4\r"])


# What is typed for each row (lines, or a function that does it), what is shown then, and (keys, pattern) of a
# terminal that cannot move the cursor where it is something else.
ROWS = {
    "completion by TAB": (["jnp.ones_" + TAB, CTRL_C], r"jnp\.ones_like", None),
    "`?x`, `@doc`": (["?jnp.ones\r"], r"ones\(shape", None),
    "`_` is the last result": (["6 * 7\r", "_ + 1\r"], r"\n42\n.*\n43\n", None),
    "auto-indent": (["if 1:\r", "w = 5\r", "\r", "w\r"], r"\.\.\.     w = 5\n.*\n.*\n5\n",
                    (["if 1:\r", "    w = 5\r", "\r", "w\r"], r"\n5\n")),
    "Up recalls the block": (["if 1:\r", "z = 6\r", "\r", UP, "\r", "z\r"],
                             r"if 1:\n\.\.\.     z = 6\n(.*\n)*.*if 1:\n\.\.\.     z = 6\n(.*\n)*6\n",
                             (["1 + 2\r", UP, "\r"], r"\n3\n.*1 \+ 2\n3\n")),
    "Ctrl-R searches": (["11 * 11\r", CTRL_R, "* 11", "\r"], r"\n121\n(.*\n)+121\n", None),
    "paste of a transcript": (pasted, r">>> pasted = 20\n>>> pasted \+ 1\n21\n", None),
    "`%cpaste`": ([":paste\r", "if 1:\r", "    u = 3\r", "\r", "    v = 4\r", "--\r", "u + v\r"], r"\n7\n", None),
    "`%edit N`": (["q = 7\r", ":edit\r", "q\r"], r"\n8\n", None),
    "`%history`": ([":log\r"], r"6 \* 7\n", None),
    "`%run FILE`, `include`": ([":load prog.py\r", "loaded\r"], r"\n'yes'\n", None),
    "`:reload`": (["loaded = 0\r", ":reload\r", "loaded\r"], r"\n'yes'\n", None),
    "`/save` and `/open`": ([":log typed.txt\r", ":replay typed.txt\r"], r"lines written to typed\.txt\n.*\n\d+ lines replayed\n", None),
    "`/vars`": ([":vars\r"], r"\n *f +", None),
    "`/drop`, undo": (["gone = 1\r", ":undo\r", "gone\r"], r"taken back: gone = 1\n.*\n.*NameError", None),
    "`/set` that lasts": ([":set --keep\r", ":set --forget\r"], r"sessions start with these(.*\n)+no settings are kept any more", None),
    "shortened commands": ([":he learn\r"], r":explain", None),
    "`%timeit`": ([":time f(jnp.ones(2))\r"], r"\d+(\.\d+)? (ns|us|µs|ms|s)\b", None),
    "`:type`": ([":types f\r"], r"f64\[DBIdx\(0\)\]", None),
    "`:info`": ([":info f\r", ":about f\r"], r"`:about X` does it here\n(.*\n)*f, a name of the session", None),
    "`@code_llvm`": ([":llvm f\r"], r"define", None),
    "`!ls`, `;` of Julia": (["!ls\r", ";\r"], r"no shell runs(.*\n)+.*SyntaxError", None),
    "`:cd`": ([":cd /\r"], r"files are named from the folder", None),
    "Ctrl-C drops the line": (["broken = (", CTRL_C, "5 * 5\r"], r"broken = \(\^C\n>>> 5 \* 5\n25\n", None),
    "Ctrl-Z and `fg`": (stopped, r"\n44\n", None),
    "the window changes its size": (resized, r"\n'halfway'\n", None),
    "long output in a pager": (paged, r"PAGED: +1  from catalyst", (paged, r"\n +1  from catalyst")),
    "`break WHERE if COND`": ([":debug f(jnp.ones(2))\r", "break add if i == 1\r", "continue\r"], r"breakpoint 1\n(.*\n)*.*= add ", None),
    "`print EXPR`": (["p x * 10\r"], r"Array\(\[20\., 20\.\]", None),
    "`bt`, `up`, `down`": (["where\r", "up\r", "down\r"], r"-> loop(.*\n)+-> f(.*\n)+-> loop", None),
    "`info locals`": (["vars\r"], r"\n +x +g:f64\[d\]", None),
    "`list`": (["list\r"], r"> +\d+ +return x \+ y\n", None),
    "Return repeats": (["step\r", "\r"], r"results of loop\n(.*\n)+.*run loop, trip 3", None),
    "`reverse-step`": (["back\r"], r"results of loop\n", None),
    "`reverse-continue`": (["rcontinue\r"], r"breakpoint 1\n", None),
    "`when` and `goto`": (["goto 8\r"], r"\n +8  step 2", None),
    "`watch X`": (["goto 0\r", "delete\r", "watch a\r", "continue\r"], r"breakpoint \d\n", None),
    "`layout src`, TUI": (["screen\r", "q", "q\r"], r"the debugger is left", (["screen\r", "q\r"], r"moves the cursor(.*\n)+the debugger is left")),
}
WAYS = {"colour": {"TERM": "xterm", "NO_COLOR": None}, "NO_COLOR": {"TERM": "xterm", "NO_COLOR": "1"},
        "TERM=dumb": {"TERM": "dumb", "NO_COLOR": None}}
AT_PROMPT = re.compile(r"(^|\n)(debug )?(>>>|\.\.\.)$|(^|\n)[^\n>]*$")


def press(p, keys):
    for k in keys:
        p.send(k)
        if k.endswith("\r"):
            p.wait(lambda p: AT_PROMPT.search(p.screen.text()))
        p.settle(1, 0.04)


def type_row(p, keys, pattern):
    begin = len(p.screen.text()) - len(">>>")
    keys(p) if callable(keys) else press(p, keys)
    found = p.wait(lambda p: re.search(pattern, p.screen.text()[begin:] + "\n"))
    p.wait(lambda p: AT_PROMPT.search(p.screen.text()))
    return found, p.screen.text()[begin:]


def session(program, columns, way, words):
    dumb = way == "TERM=dumb"
    p = Shell(program, columns, way)
    p.dumb = dumb
    wrong = []
    p.prompt()
    press(p, [" " * (indent * dumb) + line + "\r" for line, indent in zip(SETUP, INDENTS)])
    for name, (keys, pattern, other) in ROWS.items():
        if words and not any(w in name for w in words):
            continue
        if dumb and other:
            keys, pattern = other
        found, text = type_row(p, keys, pattern)
        if not found:
            wrong.append((name, text))
    coloured = re.search(rb"\x1b\[[0-9;]*[1-9]m", p.bytes) is not None
    if coloured != (way == "colour"):
        wrong.append(("colours", "there are colours" if coloured else "there are none"))
    shown = p.screen.text()
    p.end()
    return wrong, shown


class Shell(Prompt):
    """The prompt as a job of a shell, so that Ctrl-Z has somebody to give the terminal to."""

    def __init__(self, program, columns, way):
        super().__init__("/bin/bash", argv=["bash", "--norc", "--noprofile", "-i"], columns=columns, height=200, PS1="shell> ",
                         PAGER=PAGER, EDITOR="sed -i s/7/8/", VISUAL=None, **WAYS[way])
        (self.path / "prog.py").write_text("loaded = 'yes'\n")
        self.shows(r"shell>$")
        self.send(f"{shlex.quote(program)} --engine=interp --no-init\r")


def table():
    text = (ROOT / "docs/habits.md").read_text(encoding="utf-8")
    return [r.split("|")[1].strip() for r in text.splitlines() if r.startswith("|") and not re.match(r"\| *(-|habit)", r)]


def main():
    program, *words = [a for a in sys.argv[1:] if not a.startswith("-")]
    program = str(pathlib.Path(program).resolve())
    if silent(program):
        return 1
    passed = failed = 0
    same = sorted(table()) == sorted(ROWS) and len(ROWS) >= LEAST
    passed, failed = passed + same, failed + (not same)
    if not same:
        print("FAIL the rows of docs/habits.md and those that are typed are others:", set(table()) ^ set(ROWS))
    all_of_them = [(columns, way) for columns in (80, 120) for way in WAYS]
    with concurrent.futures.ThreadPoolExecutor(len(all_of_them)) as pool:
        sessions = pool.map(lambda s: session(program, *s, words), all_of_them)
        for (columns, way), (wrong, shown) in zip(all_of_them, sessions):
            for name, text in wrong:
                print(f"FAIL {columns} columns, {way}: {name}:\n{text}")
            typed = sum(not words or any(w in name for w in words) for name in ROWS) + 1
            passed, failed = passed + typed - len(wrong), failed + len(wrong)
            if "--show" in sys.argv:
                print(f"==== {columns} columns, {way}\n{shown}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
