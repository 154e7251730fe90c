#!/usr/bin/env python3
"""The full screen of the debugger at 80, 120 and 200 columns: what it shows after keys, other sizes of
the window, Ctrl-C; and that it is refused where the cursor cannot be moved.

usage: screen.py DBIDX [--show]
"""
import fcntl
import os
import pathlib
import re
import signal
import struct
import sys
import termios

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests/editor"), str(ROOT / "tests")]
from speaks import silent
from terminal import Prompt

PROGRAM = """from catalyst import qjit, for_loop
from jax import numpy as jnp
@qjit(abstracted_axes={0: 'n'})
def f(y):
    @for_loop(0, 3, 1)
    def loop(i, x):
        return x + y  # a comment, with which the line is longer than the pane, so that dots stand at its end
    return loop(y)
"""
ROWS = 30


class Checks:
    def __init__(self, show):
        self.passed = self.failed = 0
        self.show = show

    def see(self, p, name, pattern):
        """The screen's last rows, once they match."""
        ok = p.wait(lambda p: re.search(pattern, self.screen(p), re.M | re.S))
        self.passed, self.failed = self.passed + ok, self.failed + (not ok)
        if not ok or self.show:
            print(f"{'' if ok else 'FAIL '}{name}\n{self.screen(p)}")

    @staticmethod
    def screen(p):
        return "\n".join(p.screen.lines()[p.screen.top:])


def begin(program, columns, **env):
    p = Prompt(program, columns=columns, height=ROWS, **env)
    (p.path / "prog.py").write_text(PROGRAM)
    p.prompt()
    for line in (":load prog.py\r", ":debug --tui f(jnp.ones(2))\r"):
        p.send(line)
        p.settle()
    return p


def resize(p, rows, columns):
    p.screen.columns, p.screen.height = columns, rows
    p.screen.rows, p.screen.row, p.screen.column, p.screen.top = [[]], 0, 0, 0
    fcntl.ioctl(p.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    os.kill(p.pid, signal.SIGWINCH)


def type_line(p, text):
    p.send(":")
    p.settle(1, 0.05)
    p.send(text + "\r")


def walk(c, program, columns):
    p = begin(program, columns)
    name = f"{columns} columns: "
    c.see(p, name + "the first moment", r"\Amoment 0 of 49 .*> +4 +def f\(y\):.*begin trace of f.*s step  b back")
    c.see(p, name + "all keys", r"s step  b back.*u +up\s+d +down(?=.*: a word or expression).*q leaves\Z")
    type_line(p, "goto 42")
    c.see(p, name + "what changed is marked", r"\Amoment 42 of 49 +f > loop.*\* i +f:i64\[\] +i64\[\] +1")
    p.send("s")
    c.see(p, name + "source, Jaxpr and calls",
          r"\Amoment 43 of 49 +f > loop(?=.*> +7 +return x \+ y)(?=.*> h:f64\[d\] = add g e)")
    c.see(p, name + "the calls", r"-> loop  traced by for_loop  called at prog\.py:8")
    c.see(p, name + "a line of the source that is cut", r"> +7 +return x \+ y  # a comment[^\n]*\.\.\.( *\||$)")
    resize(p, ROWS, 44)
    c.see(p, name + "a call that is broken", r"-> loop  traced by for_loop\n +called at prog\.py:8$")
    resize(p, ROWS, columns)
    p.send("\x1b[D")
    c.see(p, name + "an arrow goes back", r"\Amoment 42 of")
    type_line(p, "p x * 10")
    c.see(p, name + "an expression", r"answer.*Array\(\[20\., 20\.\], dtype=float64\)")
    type_line(p, "import math")
    c.see(p, name + "a statement is refused", r"a statement of the session: q leaves the full screen first")
    type_line(p, "goto 99")
    c.see(p, name + "an error", r"the last moment is 49")
    type_line(p, "goto 0")
    p.send("p")
    c.see(p, name + "it plays", r"\Amoment [1-9].*plays, a moment each 800 ms")
    p.send("\x03")
    c.see(p, name + "Ctrl-C stops it", r"Ctrl-C stops what plays; q leaves")
    for rows, wide in ((24, 100), (40, 60)):
        resize(p, rows, wide)
        c.see(p, name + f"{wide} columns now", r"\Amoment \d+ of 49 (?=.*> +\d+ )(?=.*Jaxpr so far)")
        widest = max(len(line) for line in p.screen.lines())
        fits = widest <= wide and len(p.screen.lines()) <= rows
        c.passed, c.failed = c.passed + fits, c.failed + (not fits)
        if not fits:
            print(f"FAIL {name}{len(p.screen.lines())} lines of {widest} columns in a window of {rows}, {wide}")
    resize(p, 8, 30)
    c.see(p, name + "a small window", r"\A12 lines of 40 columns are")
    resize(p, ROWS, columns)
    p.send("q")
    c.see(p, name + "q leaves it, and the place is shown", r"^in f\n.*^in f[^\n]*\n +--> prog\.py:\d+:\d+\n.*debug >>>$")
    p.send("q\r")
    c.see(p, name + "and then the debugger", r"the debugger is left\n>>>$")
    p.end()


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    if silent(program):
        return 1
    c = Checks("--show" in sys.argv)
    for columns in (80, 120, 200):
        walk(c, program, columns)
    p = begin(program, 80, TERM="dumb")
    c.see(p, "TERM=dumb", r"TERM is dumb; `list`")
    p.end()
    print(f"{c.passed} passed, {c.failed} failed")
    return 1 if c.failed or not c.passed else 0


if __name__ == "__main__":
    sys.exit(main())
