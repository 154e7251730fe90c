#!/usr/bin/env python3
"""Types sessions at dbidx through a pseudo terminal and compares the screen with what it should be.

usage: run.py DBIDX [--write] [NAME.session...]

A session file is the literal screen: lines that begin with a prompt hold what is typed. `^C` and
`^D` at the end of such a line are those keys instead of return. `--write` replaces the files by
what the screen shows (read the difference before you commit it). Keys that leave no literal trace
on the screen (TAB, pasted blocks, a Ctrl-C during a run) are tested by the functions below.
"""
import os
import pathlib
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import fcntl
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from speaks import silent  # noqa: E402
from waits import Stopwatch, runs  # noqa: E402

HERE = pathlib.Path(__file__).parent
PROMPT = rb"(?:(?:\w+(?:, \w+)* )?>>> |\.\.\. )$"
TYPED = re.compile(r"^((?:[A-Za-z_0-9]+(?:, [A-Za-z_0-9]+)* )?>>> |\.\.\. )(.*)$|^((?:[A-Za-z_0-9]+(?:, [A-Za-z_0-9]+)* )?>>>|\.\.\.)$")
SECONDS = 120  # of a machine that does other things, too


class Terminal:
    def __init__(self, program, *options, term="dumb"):
        self.home = tempfile.TemporaryDirectory()
        self.screen = b""
        self.seen = 0
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            env = {"PATH": os.environ["PATH"], "HOME": self.home.name, "TERM": term, "LC_ALL": "C.UTF-8",
                   "INPUTRC": "/dev/null"}
            for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
                if name in os.environ:
                    env[name] = os.environ[name]
            try:
                os.chdir(self.home.name)
                os.execve(program, [program, "--width=90", *options], env)
            finally:
                os._exit(127)  # there is no such program: this process is no second harness
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 250, 0, 0))

    def wait(self, pattern):
        """Reads until a new part of the screen matches; False at the end or when it takes too long."""
        deadline = time.monotonic() + SECONDS
        while not (found := re.compile(pattern).search(self.screen, self.seen)):
            left = deadline - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                return False
            try:
                part = os.read(self.fd, 65536)
            except OSError:
                part = b""
            if not part:
                return False
            self.screen += part.replace(b"\r", b"")
        self.seen = found.end()
        return True

    def prompt(self):
        return self.wait(PROMPT)

    def send(self, data):
        os.write(self.fd, data if isinstance(data, bytes) else data.encode())

    def type(self, line):
        """One line; the echo is waited for, so that the screen is in order."""
        if line.endswith("^C") or line.endswith("^D"):
            self.send(line[:-2])
            self.wait(re.escape(line[:-2].encode()))
            self.send(b"\x03" if line.endswith("^C") else b"\x04")
        else:
            self.send(line + "\r")
            self.wait(b"\n")

    def finish(self):
        """Leaves the session and gives the exit status, None if it does not end."""
        for _ in range(SECONDS * 20):
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                os.close(self.fd)
                self.home.cleanup()
                return os.waitstatus_to_exitcode(status)
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    self.screen += os.read(self.fd, 65536).replace(b"\r", b"")
                except OSError:
                    time.sleep(0.05)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        return None


def inputs(text, terminal):
    """What is typed. "..." is output, an excerpt's gap, unless the terminal asks for more of a statement."""
    for line in text.splitlines():
        m = TYPED.match(line)
        if m and not (line.startswith("...") and terminal.screen.endswith(b">>> ")):
            yield m.group(2) or ""


def play(program, text):
    t = Terminal(program)
    ok = t.prompt()
    leaves, line = False, ""
    for line in inputs(text, t):
        if not ok:
            break
        t.type(line)
        leaves = line in ("^D", ":quit", ":q")
        if not leaves:
            ok = t.prompt()
    if not ok:
        t.send(b"\x03\x04\x04")
    status = t.finish()
    screen = t.screen.decode(errors="replace")
    lines = [line.rstrip() for line in screen.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    lines = [re.sub(r" *\d+\.\d{3} ms$", " # ms", shown) for shown in lines]  # times are never the same
    if leaves and line == "^D" and lines and lines[-1].endswith(">>>"):
        lines[-1] += " ^D"  # it leaves no trace
    return "\n".join(lines) + "\n", status


def check_session(program, path, write):
    want = path.read_text()
    got, status = play(program, want)
    if write:
        path.write_text(got)
        return None
    if status != 0:
        return f"exit status {status}\n{got[-2000:]}"
    if got == want:
        return None
    import difflib
    return "".join(difflib.unified_diff(want.splitlines(True), got.splitlines(True), "expected", "screen"))


# ---- keys ----

def expect(t, what, *steps):
    """Sends keys and waits for texts, alternating."""
    for i in range(0, len(steps), 2):
        t.send(steps[i])
        if steps[i + 1] is None:
            if not t.prompt():
                return f"{what}: no prompt\n{t.screen.decode(errors='replace')[-1500:]}"
        elif not t.wait(re.escape(steps[i + 1])):
            return f"{what}: no {steps[i + 1]!r}\n{t.screen.decode(errors='replace')[-1500:]}"
    t.send(b"\x04")
    status = t.finish()
    return None if status == 0 else f"{what}: exit status {status}"


def test_tab_completes_names_commands_and_attributes(program):
    t = Terminal(program)
    t.prompt()
    return expect(t, "TAB", b"import jax.numpy as jnp\r", None, b"jnp.linspa\t", b"jnp.linspace", b"\x03", None,
                  b"a_long_name = 1\r", None, b"a_lo\t\r", b"1\n", b"", None, b":det\t\r", b"detail 2", b"", None)


def test_tab_completes_pages_and_primitives(program):
    t = Terminal(program)
    t.prompt()
    return expect(t, "TAB", b":explain OutDB\t\r", b"a value that comes out", b"", None, b":prim broadcast_\t\r",
                  b"broadcast_dimensions shape", b"", None, b":examples overv\t\r", b"def overview", b"", None)


def test_control_c_stops_a_running_loop(program):
    t = Terminal(program)
    t.prompt()
    t.send(b"while True: pass\r")
    t.wait(rb"\.\.\. ")
    t.send(b"\r")
    runs(t.pid, 0.3)
    return expect(t, "Ctrl-C", b"\x03", b"KeyboardInterrupt", b"", None, b"1 + 1\r", b"2\n", b"", None)


def test_control_c_stops_compiled_code(program):
    t = Terminal(program)
    t.prompt()
    for line in (b"from catalyst import while_loop", b"n: int", b"@while_loop(lambda i: i >= 0)", b"def spin(i):",
                 b"    return i * 0", b"", b"r = spin(n)"):
        t.send(line + b"\r")
        t.prompt()
    t.send(b":run 1\r")
    runs(t.pid, 0.6)
    return expect(t, "Ctrl-C", b"\x03", b"KeyboardInterrupt", b"", None, b":run -5\r", b"-5\n", b"", None)


def test_pasted_block_is_taken_whole(program):
    t = Terminal(program, term="xterm")
    t.wait(b">>> ")
    block = b"\x1b[200~def f(x):\n    y = x + 1\n\n    return y * 2\n\nprint('got', f(3))\x1b[201~\r"
    return expect(t, "paste", block, b"got 8\n", b"", b">>> ")


def test_pasted_transcript_is_understood(program):
    t = Terminal(program, term="xterm")
    t.wait(b">>> ")
    block = b"\x1b[200~>>> def f(x):\n...     return x * 3\n...\n>>> f(2)\n6\n>>> print('is', f(5))\nis 15\x1b[201~\r"
    return expect(t, "paste", block, b"is 15\n", b"", b">>> ")


def test_annotation_in_a_pasted_block_declares_nothing(program):
    t = Terminal(program, term="xterm")
    t.wait(b">>> ")
    return expect(t, "paste", b"\x1b[200~n: int\nprint('still', 1 + 1)\x1b[201~\r", b"still 2\n", b"", b">>> ")


def follow_the_hints(t):
    """Takes the tour by typing what the last hint of each step says."""
    t.prompt()
    t.type(":tour")
    t.prompt()
    for _ in range(20):
        if b"The end of the tour" in t.screen:
            return None
        t.type(":tour hint")
        t.prompt()
        t.type(":tour hint")
        at = t.seen
        t.prompt()
        hint = t.screen[at:t.seen].decode().split("type\n", 1)[1].splitlines()[:-1]
        for line in hint:
            t.type(line[4:])
            if not t.prompt():
                return "no prompt"
    return "the tour does not end"


def test_tour_by_its_hints_takes_less_than_ten_seconds(program):
    t = Terminal(program)
    watch = Stopwatch(t.pid)
    why = follow_the_hints(t)
    took = watch.seconds()
    t.send(b"\x04")
    status = t.finish()
    if why or status or t.screen.count(b"done: ") != 10 or took >= 10:
        return f"{why}, status {status}, {took:.1f} s\n{t.screen.decode(errors='replace')[-1500:]}"


def main():
    args = [a for a in sys.argv[1:] if a != "--write"]
    write = "--write" in sys.argv
    program = os.path.abspath(args[0])
    if silent(program):
        return 1
    sessions = [pathlib.Path(a) for a in args[1:]] or sorted(HERE.glob("*.session"))
    passed = failed = 0
    checks = [(p.name, lambda p=p: check_session(program, p, write)) for p in sessions]
    if not args[1:] and not write:
        checks += [(n, lambda f=f: f(program)) for n, f in sorted(globals().items()) if n.startswith("test_")]
    for name, check in checks:
        try:
            why = check()
        except (IndexError, OSError) as e:  # the screen is not what a test expects
            why = repr(e)
        passed, failed = passed + (why is None), failed + (why is not None)
        if why is not None:
            print(f"FAIL {name}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
