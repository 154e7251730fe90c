"""Random edits of a block by keys, against a model of what a text is; and the history of a long life."""
import pathlib
import random
import re
import tempfile

from terminal import Prompt

KEYS = {"left": "\x1b[D", "right": "\x1b[C", "up": "\x1b[A", "down": "\x1b[B", "home": "\x1b[H", "end": "\x1b[F",
        "back": "\x7f", "delete": "\x1b[3~", "open": "\x1b\r"}


class Model:
    def __init__(self):
        self.text, self.at = "", 0

    def begin(self):
        return self.text.rfind("\n", 0, self.at) + 1

    def end(self):
        end = self.text.find("\n", self.at)
        return len(self.text) if end < 0 else end

    def to_line(self, begin):
        column = self.at - self.begin()
        self.at = begin
        self.at = min(begin + column, self.end())

    def press(self, key):
        if key == "left":
            self.at = max(0, self.at - 1)
        elif key == "right":
            self.at = min(len(self.text), self.at + 1)
        elif key == "up" and self.begin():
            self.to_line(self.text.rfind("\n", 0, self.begin() - 1) + 1)
        elif key == "down" and self.end() < len(self.text):
            self.to_line(self.end() + 1)
        elif key == "home":
            self.at = self.begin()
        elif key == "end":
            self.at = self.end()
        elif key == "back" and self.at:
            self.text = self.text[:self.at - 1] + self.text[self.at:]
            self.at -= 1
        elif key == "delete":
            self.text = self.text[:self.at] + self.text[self.at + 1:]
        elif key == "open" or len(key) == 1:
            self.text = self.text[:self.at] + (key if len(key) == 1 else "\n") + self.text[self.at:]
            self.at += 1

    def shown(self):
        """The lines of the screen, row and column of the cursor."""
        lines = self.text.split("\n")
        rows = [(("... " if i else ">>> ") + line).rstrip() for i, line in enumerate(lines)]
        return rows, self.text.count("\n", 0, self.at), 4 + self.at - self.begin()


def edits(columns, seed):
    def check(program):
        draw, p, model, keys = random.Random(seed), Prompt(program, columns=columns, height=300), Model(), []
        p.prompt()
        top = p.screen.row
        for i in range(500):
            key = draw.choice([*KEYS, "open", *"abcdefgh"])
            if key == "delete" and not model.text:
                continue
            keys.append(key)
            p.send(KEYS.get(key, key))
            model.press(key)
            if i % 5 == 4 or i == 499:
                want = model.shown()
                if not p.wait(lambda p: (p.screen.lines()[top:top + len(want[0])], p.screen.row - top, p.screen.column) == want):
                    got = p.screen.lines()[top:], p.screen.row - top, p.screen.column
                    p.end()
                    return f"after {keys[-12:]}\n{got}\nwanted\n{want}"
        p.end()
        return None
    return check


def long_history(program):
    """Of 100,000 lines the newest ones are there, and the others are not read."""
    with tempfile.TemporaryDirectory() as home:
        state = pathlib.Path(home) / ".local/state/dbidx"
        state.mkdir(parents=True)
        (state / "history").write_text("".join(f"#{1700000000 + i}\nx{i} = {i}\n" for i in range(100000)))
        p = Prompt(program, home=home)
        p.prompt()
        p.send("\x1b[A")
        found = p.shows(r">>> x99999 = 99999$")
        size, read = (state / "history").stat().st_size, bytes_read(p.pid)
        p.end()
    return None if found and size > 2_400_000 and read < 1_500_000 else f"{read} of {size} bytes\n{p.screen.text()}"


def bytes_read(pid):
    return int(re.search(r"rchar: (\d+)", pathlib.Path(f"/proc/{pid}/io").read_text())[1])


CHECKS = [(f"500 random edits at {columns} columns", edits(columns, columns)) for columns in (80, 120)]
CHECKS.append(("a history of 100,000 lines", long_history))
