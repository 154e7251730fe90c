#!/usr/bin/env python3
"""One name for one thing: random sessions at the prompt, and every letter that is shown afterwards.

usage: run.py DBIDX [--sessions=N] [--seed=N]

The harness keeps its own book: the letter of each name and of its lengths as the prompt showed them when the
line ran, changed only by what is announced ("x: b -> c", "d..f -> e..g"), also by :undo. After each line that
fails the operands and lengths of the error, the debugger's `p`, and the answer of `:why` have to have the
letters of the book; so has the Jaxpr. No error shows `?` or a label (t4).
"""
import argparse
import os
import pathlib
import pty
import random
import re
import select
import signal
import sys
import tempfile
import time

PROMPT = re.compile(rb"(?:^|\n)(?:(?:\w+(?:, \w+)* )?|debug )>>> $|\n\.\.\. $")
LETTER = "abcdefghijklmnopqrstuvwxyz"


class Prompt:
    def __init__(self, program):
        self.home = tempfile.TemporaryDirectory()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {"PATH": os.environ["PATH"], "HOME": self.home.name, "TERM": "dumb", "LC_ALL": "C.UTF-8",
                   "INPUTRC": "/dev/null", "DBIDX_CACHE": "session"}
            try:
                os.execve(program, [program, "--width=200", "--engine=interp", "--no-journal"], env)
            finally:
                os._exit(127)

    def read(self):
        """The text up to the next prompt."""
        text, deadline = b"", time.monotonic() + 60
        while not PROMPT.search(text):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                raise RuntimeError(f"no prompt: {text[-300:]}")
            try:
                part = os.read(self.fd, 65536)
            except OSError:
                part = b""
            if not part:
                raise RuntimeError(f"it ended: {text[-300:]}")
            text += part.replace(b"\r", b"")
        return text.decode()

    def say(self, line):
        os.write(self.fd, line.encode() + b"\r")
        return self.read().split("\n", 1)[-1]

    def close(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.home.cleanup()


def number(letters):
    n = 0
    for c in letters:
        n = n * 26 + LETTER.index(c)
    return n


def letters(n):
    s = ""
    while True:
        s = LETTER[n % 26] + s
        n //= 26
        if not n:
            return s


def announced(text):
    """Old letter -> new letter, of what has a name and of the rest."""
    named, rest = {}, {}
    for line in re.sub(r"\n {8}", " ", text).split("\n"):  # a long line is broken
        if not re.fullmatch(r"    (?:\w+: )?[a-z.]+ -> [a-z.]+(, (?:\w+: )?[a-z.]+ -> [a-z.]+)*", line):
            continue
        for entry in line.strip().split(", "):
            if m := re.fullmatch(r"(\w+): (\w+) -> (\w+)", entry):
                named[m[1]] = m[3]
                rest[m[2]] = m[3]
            else:
                old, new = (x.split("..") for x in entry.split(" -> "))
                for i in range(number(old[-1]) - number(old[0]) + 1):
                    rest[letters(number(old[0]) + i)] = letters(number(new[0]) + i)
    return named, rest


class Session:
    def __init__(self, program, r):
        self.r = r
        self.prompt = Prompt(program)
        self.prompt.read()
        self.book = {}  # name -> (letter, letters or numbers of its lengths)
        self.arrays = []
        self.scalars = []
        self.problems = []
        self.checks = self.names = 0
        self.log = []

    def say(self, line):
        out = self.prompt.say(line)
        self.log.append(f">>> {line}\n{out}")
        return out

    def check(self, good, what):
        self.checks += 1
        if not good:
            self.problems.append(f"{what}\n" + "".join(self.log[-4:]))

    def move(self, out):
        named, rest = announced(out)
        for name, (letter, lengths) in list(self.book.items()):
            self.book[name] = (named.get(name, rest.get(letter, letter)), [rest.get(x, x) for x in lengths])

    def learn(self, name, out):
        """What the prompt shows of a new name: its binder is asked for."""
        self.move(out)
        shown = self.say(name)
        if m := re.search(rf"^    {name} = (\w+):\w+\[(.*?)\]", shown, re.M):
            self.book[name] = (m[1], [x for x in m[2].split(",") if x])
        else:
            raise RuntimeError(f"{name} is not shown: {out}{shown}")

    def declare(self):
        k = self.names = self.names + 1
        if not self.scalars or self.r.random() < 0.3:
            name, size = f"size{k}", None
            self.scalars.append(name)
            self.learn(name, self.say(f"{name}: int"))
            return
        name = f"arr{k}"
        size = self.r.choice([x for x in self.scalars if x[0] in "sl"] + [f"len{k}"] * 2)
        if size.startswith("len"):
            self.scalars.append(size)
        out = self.say(f"{name}: f64[{size}]")
        self.arrays.append(name)
        self.learn(name, out)
        if size.startswith("len"):
            self.learn(size, "")

    def compute(self):
        self.names += 1
        name = f"v{self.names}"
        kind = self.r.random()
        if self.arrays and kind < 0.4:
            text, of = f"{self.r.choice(self.arrays)} * 2", self.arrays
        elif kind < 0.7:
            text, of = f"jnp.ones([{self.r.choice(self.scalars)} + {self.r.randrange(1, 4)}])", self.arrays
        else:
            text, of = f"{self.r.choice(self.scalars)} * {self.r.randrange(2, 5)}", self.scalars
        self.learn(name, self.say(f"{name} = {text}"))
        of.append(name)

    def undo(self):
        names = list(self.book)
        out = self.say(":undo")
        self.move(out)
        if m := re.match(r"taken back: (\w+)(?::| =)", out):
            for name in (m[1], *(x for x in names if x.startswith("len") and f"[{x}]" in out)):
                if name in self.scalars:
                    self.scalars.remove(name)
                if name in self.arrays:
                    self.arrays.remove(name)
                self.book.pop(name, None)

    def fail(self):
        apart = [(x, y) for x in self.arrays for y in self.arrays if self.book[x][1] != self.book[y][1]]
        if not apart:
            return
        x, y = self.r.choice(apart)
        out = self.say(f"{x} + {y}")
        if "error[E301]" not in out:
            self.check("error" not in out, "another error")
            return
        for name in (x, y):
            letter, lengths = self.book[name]
            self.check(re.search(rf"(?m)\b{name} : f64\[.*\] = {letter}:f64\[{','.join(lengths)}\]", out), f"the error has another letter for {name}")
            for length in lengths:
                self.check(length.isdigit() or re.search(rf" = (?:letter )?{length}: |^ +\| .*\b{length}\b", out, re.M),
                           f"the error does not say what {length} is")
        self.check("?" not in out and not re.search(r"\bt\d+\b", out), "a length without a name, or a label")
        why = self.say(f":why {x}.shape[0] == {y}.shape[0]")
        for name in (x, y):
            letter, lengths = self.book[name]
            self.check(re.search(rf"{name} = {letter}:f64\[{lengths[0]}\]|{name}\.shape\[0\] \((?:letter )?{lengths[0]}\)", why),
                       f":why has another letter for {name}")
        if self.r.random() < 0.4:
            self.say(":debug")
            for name in (x, y):
                letter, lengths = self.book[name]
                self.check(f"{letter}:f64[{','.join(lengths)}]" in self.say(name), f"the debugger has another letter for {name}")
            self.say("q")

    def jaxpr(self):
        out = self.say(":jaxpr")
        for name, (letter, lengths) in self.book.items():
            typed = f"{letter}:{'f64' if lengths or name in self.arrays else 'i64'}[{','.join(lengths)}]"
            self.check(typed in out, f"the Jaxpr has no {typed} for {name}")

    def run(self, lines):
        self.say("from jax import numpy as jnp")
        self.declare()
        for _ in range(lines):
            act = self.r.choices([self.declare, self.compute, self.fail, self.undo, self.jaxpr], [3, 5, 5, 1, 1])[0]
            if act == self.undo and len(self.book) < 3:
                continue
            act()
            if not self.scalars:
                self.declare()
        self.jaxpr()
        self.prompt.close()


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("--sessions", type=int, default=12)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--lines", type=int, default=16)
    o = p.parse_args()
    program = str(pathlib.Path(o.program).resolve())
    passed = failed = checks = 0
    for i in range(o.sessions):
        try:
            s = Session(program, random.Random(o.seed * 100000 + i))
            s.run(o.lines)
            problems = s.problems if s.checks >= 5 else ["it shows too little"]
            checks += s.checks
        except RuntimeError as e:
            problems = [str(e)]
        passed += not problems
        failed += bool(problems)
        for text in problems[:2]:
            print(f"FAIL session {i}: {text}")
    print(f"{checks} letters were compared")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
