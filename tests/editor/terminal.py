"""dbidx at a pseudo terminal, and what the terminal shows: letters, and where the cursor is."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import tempfile
import sys
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from waits import at_rest  # noqa: E402

SECONDS = 120  # of a machine that does other things, too
ESCAPE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")


class Screen:
    """The part of a VT100 that the editor uses; rows that scroll away stay."""

    def __init__(self, columns, height=50):
        self.columns, self.height = columns, height
        self.rows, self.row, self.column, self.top = [[]], 0, 0, 0
        self.rest, self.before = "", None

    def at(self, row):
        while len(self.rows) <= row:
            self.rows.append([])
        return self.rows[row]

    def feed(self, text):
        text, self.rest, i = self.rest + text, "", 0
        while i < len(text):
            if text[i] == "\x1b":
                found = ESCAPE.match(text, i)
                if not found:
                    self.rest = text[i:]
                    return
                self.escape(found[1], found[2])
                i = found.end()
                continue
            self.letter(text[i])
            i += 1

    def letter(self, c):
        if c == "\r":
            self.column = 0
        elif c == "\n":
            self.row += 1
            self.top = max(self.top, self.row - self.height + 1)
        elif c == "\b":
            self.column = max(0, self.column - 1)
        elif c >= " ":
            if self.column >= self.columns:
                self.letter("\r"), self.letter("\n")
            row = self.at(self.row)
            row.extend(" " * (self.column + 1 - len(row)))
            row[self.column] = c
            self.column += 1

    def escape(self, arguments, kind):
        n = int(arguments) if arguments.isdigit() else 1
        if kind == "A":
            self.row = max(self.top, self.row - n)
        elif kind == "B":
            self.row = min(self.top + self.height - 1, self.row + n)
        elif kind == "C":
            self.column = min(self.columns - 1, self.column + n)
        elif kind == "K":
            del self.at(self.row)[self.column:]
        elif kind == "J" and arguments == "2":
            del self.rows[self.top:]
        elif kind == "J":
            del self.at(self.row)[self.column:], self.rows[self.row + 1:]
        elif kind == "H":
            self.row, self.column = self.top, 0
        elif kind == "h" and arguments == "?1049":
            self.before = self.rows, self.row, self.column, self.top
            self.rows, self.row, self.column, self.top = [[]], 0, 0, 0
        elif kind == "l" and arguments == "?1049" and self.before:
            self.rows, self.row, self.column, self.top = self.before

    def lines(self):
        return ["".join(r).rstrip() for r in self.rows]

    def text(self):
        return "\n".join(self.lines()).rstrip("\n")


class Prompt:
    def __init__(self, program, *options, columns=80, height=50, home=None, argv=None, **env):
        self.made = None if home else tempfile.TemporaryDirectory(prefix="dbidx-editor-")
        self.home = home or self.made.name
        self.path = pathlib.Path(self.home)
        self.screen, self.bytes = Screen(columns, height), b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            all_env = {"PATH": os.environ["PATH"], "HOME": self.home, "TERM": "xterm", "LC_ALL": "C.UTF-8",
                       "INPUTRC": "/dev/null", "DBIDX_CACHE": "session", "NO_COLOR": "1", **env}
            for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
                if name in os.environ:
                    all_env[name] = os.environ[name]
            try:
                os.chdir(self.home)
                while os.get_terminal_size(0).columns != columns:
                    time.sleep(0.001)
                os.execve(program, argv or [program, "--engine=interp", *options],
                          {k: v for k, v in all_env.items() if v is not None})
            finally:
                os._exit(127)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", height, columns, 0, 0))

    def read(self, seconds):
        if not select.select([self.fd], [], [], max(seconds, 0))[0]:
            return False
        try:
            part = os.read(self.fd, 65536)
        except OSError:
            return None
        self.bytes += part
        self.screen.feed(part.decode(errors="replace"))
        return bool(part) or None

    def settle(self, first=2, quiet=0.1):
        """Reads what comes, until nothing comes for a while and the program waits for a key."""
        deadline = time.monotonic() + SECONDS
        while (came := self.read(first)) is not None and (came or not at_rest(self.pid)) and time.monotonic() < deadline:
            first = quiet

    def wait(self, holds, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while not holds(self):
            if time.monotonic() > deadline or self.read(deadline - time.monotonic()) is None:
                return False
        return True

    def shows(self, pattern):
        """Until the screen's text matches."""
        return self.wait(lambda p: re.search(pattern, p.screen.text()))

    def prompt(self, behind=r">>>"):
        return self.wait(lambda p: re.search(rf"(^|\n)(\w+(, \w+)* )?{behind}$", p.screen.text()))

    def send(self, data):
        data = data if isinstance(data, bytes) else data.encode()
        while data:
            n = os.write(self.fd, data[:1024])
            data = data[n:]
            while self.read(0):
                pass

    def type(self, line):
        """A line by hand: each key is looked at before the next one."""
        for c in line:
            self.send(c)
            self.settle(1, 0.004)

    def end(self):
        try:
            os.kill(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        try:
            os.waitpid(self.pid, 0)
        except ChildProcessError:
            pass
        os.close(self.fd)
        if self.made:
            self.made.cleanup()
