#!/usr/bin/env python3
"""kill -9 at random moments of a session that is typed at a terminal; then `dbidx --recover`.

usage: kill.py DBIDX [--kills N] [--seed N]

A model knows what had been typed: after each prompt that was seen, which lines count, which ones
are taken back, the settings, and the lines of a block that is open. Recovery has to bring all of it
back; the line that was on its way may be there or not. The values of variables are those that
CPython gives the lines that count.
"""
import argparse
import os
import random
import re
import signal
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from prompt import SECONDS, Home, Prompt, run_checks  # noqa: E402


# ---- the model ----

class State:
    def __init__(self, lines=(), undone=(), settings=(), typing=()):
        self.lines, self.undone = tuple(lines), tuple(undone)  # undone: the next one to redo first
        self.settings, self.typing = tuple(settings), tuple(typing)

    def step(self, text):
        return State(self.lines + (text,), (), self.settings)

    def to(self, n):
        everything = self.lines + self.undone
        return State(everything[:n], everything[n:], self.settings)

    def set(self, name, value):
        kept = tuple(s for s in self.settings if s[0] != name)
        return State(self.lines, self.undone, kept + ((name, value),), self.typing)

    def key(self):
        return self.lines, self.undone, tuple(sorted(self.settings))


class Writer:
    """Makes up what is typed: lists of (line, state after its prompt)."""

    def __init__(self, rng):
        self.rng, self.n, self.state = rng, 0, State()

    def statement(self):
        self.n += 1
        k, n = self.rng.randrange(1, 9), self.n
        text = self.rng.choice([f"v{n} = {k} * {n}", f"v{n} = [{k}, {n}]", f"log.append({n})", f"total = total + {k}",
                                f"total = total * 2; log.append(total % 97)", f"s = s + 'é{k}'"])
        self.state = self.state.step(text)
        return [(text, self.state)]

    def block(self):
        self.n += 1
        n, before = self.n, self.state
        head, body = self.rng.choice([
            (f"def f{n}(a):", [f"    b = a + {n}", "    return b * 2"]),
            ("for i in range(3):", ["    total = total + i", f"    if i == {n % 3}:", "        log.append(i)"]),
            ("if total % 2:", ["    total = total + 1", "else:", "    total = total - 1"])])
        typed, lines = [], []
        for line in [head, *body]:
            lines.append(line)
            typed.append((line, State(before.lines, before.undone, before.settings, lines)))
        self.state = before.step("\n".join(lines))
        return typed + [("", self.state)]

    def dropped_block(self):
        """A block that is left by Ctrl-C."""
        s = self.state
        typed = [("while total:", State(s.lines, s.undone, s.settings, ["while total:"])),
                 ("    total = 0", State(s.lines, s.undone, s.settings, ["while total:", "    total = 0"]))]
        return typed + [("\x03", s)]

    def wrong(self):
        return [(self.rng.choice(["total + 'a'", "nothing_of_that_name", "total = = 3", "1 // 0"]), self.state)]

    def slow(self):
        self.n += 1
        text = f"v{self.n} = sum([i * i for i in range(100000)])"
        self.state = self.state.step(text)
        return [(text, self.state)]

    def undo(self):
        if len(self.state.lines) < 2:
            return []
        self.state = self.state.to(len(self.state.lines) - 1)
        return [(":undo", self.state)]

    def redo(self):
        if not self.state.undone:
            return []
        self.state = self.state.to(len(self.state.lines) + 1)
        return [(":redo", self.state)]

    def go_to(self):
        n = self.rng.randrange(max(len(self.state.lines) - 3, 1), len(self.state.lines + self.state.undone) + 1)
        self.state = self.state.to(n)
        return [(f":goto {n}", self.state)]

    def setting(self):
        name, value = self.rng.choice([("dims", "symbolic"), ("dims", "identity"), ("detail", "1"), ("detail", "3"),
                                       ("resizing", "on"), ("resizing", "off"), ("draft", "off")])
        self.state = self.state.set(name, value)
        return [(f":set {name} {value}", self.state)]

    def look(self):
        return [(self.rng.choice([":log", ":vars", ":help undo"]), self.state)]

    def all(self, n):
        first = "total = 0; log = []; s = ''"
        self.state = self.state.step(first)
        typed = [(first, self.state)]
        kinds = [self.statement] * 6 + [self.block] * 3 + [self.undo] * 2 + [self.redo, self.go_to, self.setting,
                                                                            self.wrong, self.dropped_block, self.slow, self.look]
        while len(typed) < n:
            typed += self.rng.choice(kinds)()
        return typed


def values(lines):
    """By CPython: what these lines leave in the variables that every session has."""
    names = {}
    for text in lines:
        exec(text, names)
    return {k: repr(names[k]) for k in ("total", "log", "s") if k in names}


# ---- one session ----

def read_log(p):
    """The lines that count and those taken back, from `:log`."""
    shown = p.ask(":log")
    if shown is None:
        return None
    lines, count = [], 0
    for text in shown:
        if m := re.match(r"^([ >])\s*(\d+)  (.*)$", text):
            lines.append(m.group(3))
            if m.group(1) == ">":
                count = len(lines)
        elif lines and text.startswith("       "):
            lines[-1] += "\n" + text[7:]
    return lines[:count], lines[count:]


def type_until_killed(p, typed, rng, killed_after):
    """Gives how many inputs had been answered by a prompt when the session was killed."""
    deadline = time.monotonic() + killed_after
    for i, (line, _) in enumerate(typed):
        data = (line if line == "\x03" else line + "\r").encode()
        at = 0
        while at < len(data):  # in pieces, so that the moment may be in the middle of a line
            if time.monotonic() >= deadline:
                return i
            k = rng.choice([1, 3, len(data)])
            p.send(data[at:at + k])
            at += k
        if line != "\x03" and not p.wait(rb"\n", deadline - time.monotonic()):
            return i
        if not p.wait(rb"(?:>>> |\.\.\. )$", deadline - time.monotonic()):
            return i
    return len(typed)


def compare(p, known, coming):
    """The session that was brought back against what is known: the state that had been seen, and
    the one of the line that was on its way."""
    if "error[" in p.text():
        return f"recovery says {p.text()}"
    if known.typing and coming.typing:  # either way a block is open: it comes line by line
        p.wait(rb"\.\.\. $")
        p.rest()
    ran = "this was running" in p.text() and all(line in p.text() for line in known.typing)  # its last line had come
    half = p.screen.endswith(b"... ")
    typing = re.findall(r"^(?:>>>|\.\.\.) (.*)$", p.text().split("brought back")[-1], re.M)[:-1] if half else []
    if not p.drop_block():
        return "no prompt after Ctrl-C"
    got = read_log(p)
    if got is None:
        return "no answer to :log"
    fits = [s for s in (known, coming) if (list(s.lines), list(s.undone)) == got]
    if not fits:
        return f"lines {got}, not {known.lines, known.undone} nor {coming.lines, coming.undone}"
    if known.typing and not ran and not any(s is coming for s in fits) and tuple(typing) != known.typing:
        return f"a block with {typing}, not {known.typing}"
    if typing and tuple(typing) not in [s.typing for s in (known, coming)]:
        return f"a block with {typing} that was not typed"
    settings = {name: p.ask(f":set {name}")[0].split()[1] for name in ("dims", "detail", "resizing", "draft")}
    if not any(all(settings[k] == v for k, v in s.settings) for s in (known, coming)):
        return f"settings {settings}, not {known.settings}"
    for name, value in values(got[0]).items():
        if (shown := p.ask(name)) != [value]:
            return f"{name} is {shown}, CPython says {value}"
    return None


def killed_once(program, seed):
    rng = random.Random(seed)
    home = Home()
    try:
        typed = Writer(rng).all(40)
        p = Prompt(program, home)
        if not p.prompt():
            return "no prompt"
        n = type_until_killed(p, typed, rng, rng.uniform(0.01, 1.6) ** 1.5)
        p.kill()
        p.end()
        known = typed[n - 1][1] if n else State()
        coming = typed[n][1] if n < len(typed) else known
        if not home.journals():
            return "there is no journal"
        if rng.random() < 0.25 and known.lines:  # killed once more, while it is run again
            p = Prompt(program, home, "--recover")
            p.wait(rb"is run again")
            time.sleep(rng.uniform(0, 0.15))
            p.kill()
            p.end()
            return bring_all_back(program, home, known, coming)
        p = Prompt(program, home, "--recover")
        if not p.recovered():
            return f"no prompt after --recover: {p.text()[-500:]}"
        why = None if not known.lines and b"no session waits" in p.screen else compare(p, known, coming)
        p.leave()
        if why is None and home.journals():
            why = "the journal outlives a goodbye"
        return why and f"{why}\n(seed {seed}, {n} of {len(typed)} inputs)"
    finally:
        home.remove()


def bring_all_back(program, home, known, coming):
    """Recovery was killed. Nothing may be lost: what it did not reach can be brought back by hand."""
    p = Prompt(program, home, "--recover")
    if not p.recovered() or not p.drop_block() or (got := read_log(p)) is None:
        return f"no prompt after the second --recover: {p.text()[-500:]}"
    lines, undone = got
    p.leave()
    if tuple(lines + undone) in [s.lines + s.undone for s in (known, coming)]:
        return None
    return f"after two kills there are {lines} and {undone}, not {known.lines + known.undone}"


SLOW = "b = sum([i * i % 7 for i in range(4000000)])"


def reruns(p, home, line):
    """Waits until the journal of a recovery says that it runs this line."""
    deadline = time.monotonic() + SECONDS
    while not (runs := b"rerun %d" % len(line) in home.journals()[0].read_bytes()) and time.monotonic() < deadline:
        p.read(0.01)
    return runs


def killed_while_it_runs_again(program, home):
    p = Prompt(program, home, "--recover")
    runs = reruns(p, home, SLOW)
    p.kill()
    p.end()
    return runs


def stops_before_what_killed_it(program):
    """A line during which recovery dies is not run again by the next one."""
    home = Home()
    try:
        p = Prompt(program, home)
        p.prompt()
        for line in ("a = 1", SLOW, "c = a + 1"):
            if p.type(line) is None:
                return "no prompt"
        p.kill()
        p.end()
        if not killed_while_it_runs_again(program, home):
            return "nothing is run again"
        p = Prompt(program, home, "--recover")
        p.prompt()
        got, shown = read_log(p), p.text()
        p.leave()
        if got != (["a = 1"], [SLOW, "c = a + 1"]):
            return f"{got}\n{shown}"
        if "this was running when the session ended" not in shown:
            return f"not told:\n{shown}"
        return None
    finally:
        home.remove()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--kills", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    program = os.path.abspath(o.program)
    checks = [(f"kill {i}", lambda i=i: killed_once(program, o.seed * 100003 + i)) for i in range(o.kills)]
    checks += [("stops before what killed it", lambda: stops_before_what_killed_it(program))]
    return run_checks(program, checks, o.kills + 1)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.exit(main())
