"""A prompt at a pseudo terminal whose home folder outlives it, for the tests of this folder."""
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import fcntl
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from waits import at_rest, runs  # noqa: E402

SECONDS = 120  # of a machine that does other things, too
PRIMARY = rb"(?:\w+(?:, \w+)* )?>>> $"
PROMPT = rb"(?:(?:\w+(?:, \w+)* )?>>> |\.\.\. )$"


class Home:
    def __init__(self):
        self.path = pathlib.Path(tempfile.mkdtemp(prefix="dbidx-survive-"))

    def state(self):
        return self.path / ".local/state/dbidx"

    def journals(self):
        folder = self.state() / "sessions"
        return sorted(folder.glob("[0-9]*")) if folder.is_dir() else []

    def remove(self):
        for folder, _, _ in os.walk(self.path):
            os.chmod(folder, 0o700)
        shutil.rmtree(self.path, ignore_errors=True)


def environment(home, **more):
    env = {"PATH": os.environ["PATH"], "HOME": str(home.path), "TERM": "dumb", "LC_ALL": "C.UTF-8",
           "INPUTRC": "/dev/null", "DBIDX_CACHE": "session"}
    for name in ("ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS"):
        if name in os.environ:
            env[name] = os.environ[name]
    env.update(more)
    return {k: v for k, v in env.items() if v is not None}


class Prompt:
    """With `argv` another program than dbidx, a shell that starts it."""

    def __init__(self, program, home, *options, argv=None, preexec=None, **env):
        self.screen, self.seen, self.status = b"", 0, None
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            try:
                os.chdir(home.path)
                if preexec:
                    preexec()
                argv = argv or [program, "--width=90", *options]
                os.execve(argv[0], argv, environment(home, **env))
            finally:
                os._exit(127)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))

    def read(self, seconds):
        """What comes within that time; False at the end."""
        if not select.select([self.fd], [], [], max(seconds, 0))[0]:
            return True
        try:
            part = os.read(self.fd, 65536)
        except OSError:
            part = b""
        self.screen += part.replace(b"\r", b"")
        return bool(part)

    def wait(self, pattern, seconds=SECONDS):
        deadline = time.monotonic() + seconds
        while not (found := re.compile(pattern).search(self.screen, self.seen)):
            if time.monotonic() > deadline or not self.read(deadline - time.monotonic()):
                return False
        self.seen = found.end()
        return True

    def rest(self, quiet=0.1):
        """Reads what comes, until nothing comes for a while and the program waits for a key."""
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            at = len(self.screen)
            if not self.read(quiet) or (len(self.screen) == at and at_rest(self.pid)):
                return

    def recovered(self):
        """The prompt that ends a recovery: a block that was open comes behind a first one. False: there is none."""
        if not self.prompt():
            return False
        self.rest()
        self.seen = len(self.screen)
        return True

    def drop_block(self):
        """Ctrl-C, if the prompt is that of an open block. False: no other prompt comes."""
        if not self.screen.endswith(b"... "):
            return True
        self.send(b"\x03")
        return self.wait(rb">>> $")

    def echoed(self, text):
        """What is typed on a line of its own, before it is ended."""
        self.send(text)
        return self.wait(re.escape(text.encode()))

    def works(self, seconds=0.2):
        """Until the program has worked that long."""
        return runs(self.pid, seconds)

    def prompt(self):
        return self.wait(PROMPT)

    def send(self, data):
        os.write(self.fd, data if isinstance(data, bytes) else data.encode())

    def type(self, line):
        """A line, and the prompt after it. Gives what was shown in between, None without a prompt."""
        at = self.seen
        self.send(line + "\r")
        if not self.wait(rb"\n") or not self.prompt():
            return None
        return self.screen[at:self.seen].decode(errors="replace")

    def ask(self, line):
        """The lines that are shown after a line was typed."""
        shown = self.type(line)
        return None if shown is None else shown.split("\n")[1:-1]

    def end(self, seconds=SECONDS):
        """Waits for the end: the exit status, negative a signal, None: it does not end."""
        deadline = time.monotonic() + seconds
        while self.status is None and time.monotonic() < deadline:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                while self.read(0) and select.select([self.fd], [], [], 0)[0]:
                    pass
                self.status = os.waitstatus_to_exitcode(status)
            elif not self.read(0.02):
                time.sleep(0.02)
        self.close()
        return self.status

    def leave(self):
        self.send(b"\x04")
        return self.end()

    def kill(self, sig=signal.SIGKILL):
        os.kill(self.pid, sig)

    def close(self):
        if self.fd < 0:
            return
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.fd)
        self.fd = -1

    def text(self):
        return self.screen.decode(errors="replace")


def is_dbidx(program):
    """Some checks look only at how a program fails: nothing counts with another one."""
    said = subprocess.run([program, "--version"], capture_output=True, stdin=subprocess.DEVNULL, timeout=SECONDS)
    return said.returncode == 0 and said.stdout.startswith(b"dbidx ")


def run_checks(program, checks, least):
    """Each check gives None, or why it fails. Gives the exit status."""
    passed = failed = 0
    if not is_dbidx(program):
        print(f"FAIL {program} is not dbidx\n0 passed, {len(checks)} failed")
        return 1
    for name, check in checks:
        try:
            why = check()
        except (OSError, AssertionError, subprocess.SubprocessError) as e:
            why = f"{type(e).__name__}: {e}"
        passed, failed = passed + (why is None), failed + (why is not None)
        if why is not None:
            print(f"FAIL {name}: {why}")
    if passed + failed < least:
        print(f"FAIL there are only {passed + failed} checks")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
