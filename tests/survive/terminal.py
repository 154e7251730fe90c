#!/usr/bin/env python3
"""The prompt and its terminal: signals, Ctrl-Z, histories side by side, journals of every shape,
homes and inputs that are not as they should be.

usage: terminal.py DBIDX [WORD...]: only the checks whose name has one of the words
"""
import fcntl
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import termios
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kill import read_log, reruns  # noqa: E402
from prompt import SECONDS, Home, Prompt, environment, run_checks  # noqa: E402
from waits import Stopwatch, is_stopped, runs  # noqa: E402


def with_home(f):
    def check(program):
        home = Home()
        try:
            return f(program, home)
        finally:
            home.remove()
    check.__name__ = f.__name__
    return check


def start(program, home, *options, **env):
    p = Prompt(program, home, *options, **env)
    if not p.prompt():
        raise AssertionError(f"no prompt: {p.text()[-500:]!r}")
    return p


def lost_session(program, home, lines=("a = 1", "b = a + 1")):
    p = start(program, home)
    for line in lines:
        if p.type(line) is None:
            raise AssertionError(f"no prompt after {line}")
    p.kill()
    p.end()


# ---- histories ----

@with_home
def histories_side_by_side(program, home):
    """No prompt overwrites what another one wrote; a killed one loses nothing; both see all."""
    a, b = start(program, home), start(program, home)
    for i in range(6):
        for p, k in ((a, "a"), (b, "b")):  # what others wrote is read after the prompt is shown
            p.type(f"'{k}{i}'")
            p.rest()
    a.send("\x1b[A\x1b[A")  # the last own line, and before it the other's
    if not a.wait(rb"b4'"):
        return f"the arrow key shows nothing: {a.text()[-200:]}"
    a.send("\x03")
    a.wait(rb">>> $")
    b.kill()
    b.end()
    a.leave()
    entries = [line for line in (home.state() / "history").read_text().splitlines() if not line.startswith("#")]
    want = [f"'{k}{i}'" for i in range(6) for k in "ab"]
    return None if entries == want else f"{entries}"


@with_home
def histories_at_once(program, home):
    """Four prompts that type at the same time: each line is there once, in the order of its prompt."""
    prompts = [start(program, home) for _ in range(4)]
    for i in range(15):
        for k, p in enumerate(prompts):
            p.send(f"'{k}.' + '{i}'\r")  # what is echoed is not what it prints
    for k, p in enumerate(prompts):
        if not p.wait(rb"\n'%d.14'\n.*>>> $" % k):
            return f"prompt {k}: {p.text()[-200:]}"
        p.kill()
        p.end()
    entries = [line for line in (home.state() / "history").read_text().splitlines() if not line.startswith("#")]
    for k in range(4):
        if [e for e in entries if e.startswith(f"'{k}.'")] != [f"'{k}.' + '{i}'" for i in range(15)]:
            return f"{entries}"
    return None if len(entries) == 60 else f"{len(entries)} entries"


@with_home
def others_lines_are_found(program, home):
    a, b = start(program, home), start(program, home)
    b.type("'from the other'")
    a.type("1")
    a.send("\x1b[A\x1b[A")
    found = a.wait(rb"from the other")
    a.send("\x03")
    a.close(), b.close()
    return None if found else f"{a.text()[-300:]!r}"


@with_home
def history_stays_short(program, home):
    home.state().mkdir(parents=True)
    path = home.state() / "history"
    path.write_text("".join(f"#1700000000\n'entry {i}'\n" for i in range(30000)))
    path.chmod(0o600)
    start(program, home).leave()
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    if len(lines) != 10000 or lines[-1] != "'entry 29999'" or lines[0] != "'entry 20000'":
        return f"{len(lines)} lines, {lines[:1]} to {lines[-1:]}"
    return None if path.stat().st_mode & 0o777 == 0o600 else "its rights changed"


@with_home
def history_of_any_bytes(program, home):
    home.state().mkdir(parents=True)
    rng = random.Random(3)
    (home.state() / "history").write_bytes(b"#17\n#18\n\n#x\n" + bytes(rng.randrange(256) for _ in range(20000)))
    p = start(program, home)
    shown = p.ask("1 + 1")
    return None if shown == ["2"] and p.leave() == 0 else f"{shown}"


# ---- signals ----

def ended_by(sig, lines, typing, running=False):
    @with_home
    def check(program, home):
        p = start(program, home)
        for line in lines:
            p.type(line)
        if running:
            p.send(typing)
            p.wait(rb"\n\.\.\. \n")
            begun = p.works()
        else:
            begun = p.echoed(typing)
        if not begun:
            return f"it is not at work: {p.text()[-300:]!r}"
        watch = Stopwatch(p.pid)
        p.kill(sig)
        ended = os.waitid(os.P_PID, p.pid, os.WEXITED | os.WNOWAIT)
        took, status = watch.seconds(), p.end()
        if status != -sig:
            return f"status {status}, not the signal: {ended}"
        if took > 4:
            return f"it took {took:.1f} s"
        if not home.journals():
            return "the journal is gone"
        p = start(program, home)
        said = p.text()
        p.leave()
        if "ended without a goodbye" not in said:
            return f"not offered: {said}"
        p = Prompt(program, home, "--recover")
        if not p.recovered() or not p.drop_block():
            return f"no prompt: {p.text()[-300:]!r}"
        got, said = read_log(p), p.text()
        p.leave()
        want = [line for line in lines if not line.endswith(":")]
        if got != (want, []):
            return f"{got}: {said}"
        if running and "not run again" not in said:
            return f"what ran is not told: {said}"
        return None
    return check


def terminal_is_as_before(sig):
    """A shell that runs it finds its terminal in order."""
    @with_home
    def check(program, home):
        p = Prompt(program, home, argv=["/bin/sh", "-c", f"stty -a | grep -o '.icanon'; {program}; stty -a | grep -o '.icanon'; sleep 1"])
        if not p.wait(rb">>> $"):
            return "no prompt"
        pid = int(subprocess.run(["pgrep", "-P", str(p.pid), "-x", "dbidx"], capture_output=True).stdout)
        os.kill(pid, sig)
        p.end()
        return None if p.text().count(" icanon") == 2 else p.text()
    return check


@with_home
def hangup(program, home):
    """The terminal goes away, half a line typed: nothing of it is run."""
    p = start(program, home)
    p.type("a = 1")
    p.echoed("a = 2")
    os.close(p.fd)
    p.fd = os.open("/dev/null", os.O_RDWR)
    if p.end() is None:
        return "it does not end"
    p = start(program, home, "--recover")
    got = read_log(p)
    p.leave()
    return None if got == (["a = 1"], []) else f"{got}"


# ---- Ctrl-Z ----

def drawn(text):
    """The text as it is drawn: any part of it may have a colour."""
    return b"".join(rb"(?:\x1b\[[0-9;]*m)*" + re.escape(bytes([c])) for c in text) + rb"(?:\x1b\[[0-9;]*m)*"


def suspended(what, setup, typed, after):
    """In a shell: Ctrl-Z, another command, fg; the line is there again."""
    @with_home
    def check(program, home):
        p = Prompt(program, home, argv=["/bin/bash", "--norc", "--noprofile", "-i"], PS1="shell\\$ ", TERM="xterm")
        if not p.wait(rb"shell[#$] $"):
            return "no shell"
        p.send(f"{program} --width=90\r")
        if not p.wait(rb">>> "):
            return "no prompt"
        for line in setup:
            p.send(line + "\r")
            if not p.wait(rb"\n(?:.*\n)*.*(?:>>> |\.\.\. )"):
                return f"no prompt after {line}"
        job = int(subprocess.run(["pgrep", "-P", str(p.pid), "-x", "dbidx"], capture_output=True).stdout)
        p.send(typed)
        if typed.endswith("\r"):
            p.wait(rb"\n.*\.\.\. .*\n")
            if not runs(job, 0.2):
                return f"it does not run: {p.text()[-300:]!r}"
        else:
            p.rest()
        p.send("\x1a")
        if not p.wait(rb"Stopped(?:.*\n)*.*shell[#$] $"):
            return f"it does not stop: {p.text()[-300:]!r}"
        p.send("stty -a | grep -o '.icanon'; echo $((6 * 7))\r")
        if not p.wait(rb" icanon\n42\n"):
            return f"the shell's terminal is not in order: {p.text()[-300:]!r}"
        p.send("fg\r")
        p.wait(re.escape(program.encode()) + rb" --width=90(?=\n)")
        while is_stopped(job) and p.read(0.01):
            pass
        if not typed.endswith("\r"):
            p.rest()
        p.send(after[0])
        if not p.wait(after[1]):
            return f"after fg: {p.text()[-400:]!r}"
        p.send("\x03\r\x03\r:quit\r")
        p.wait(rb"shell[#$] $")
        p.close()
        return None
    return check


# ---- letters, terminals, lines ----

def letters(**env):
    @with_home
    def check(program, home):
        p = Prompt(program, home, **env)
        if not p.wait(rb">>> "):
            return "no prompt"
        p.send("élan = 'é日本'\r".encode())
        p.wait(rb">>> ")
        p.send("élan, len(élan)\r".encode())
        if not p.wait("\\('é日本', 3\\)".encode()):
            return f"{p.text()[-300:]!r}"
        p.wait(rb">>> $")
        p.send("'aé\x7fb'\r".encode())  # a backspace takes the whole letter
        return None if p.wait(rb"\n'ab'\n>>> $") and p.leave() == 0 else f"{p.text()[-300:]!r}"
    return check


def terminal_named(term):
    @with_home
    def check(program, home):
        p = Prompt(program, home, TERM=term)
        if not p.wait(rb">>> "):
            return "no prompt"
        p.send("6 * 7\r")
        return None if p.wait(rb"42") and p.wait(rb">>> ") and p.leave() == 0 else f"{p.text()[-300:]!r}"
    return check


@with_home
def long_line(program, home):
    p = start(program, home)
    n = 20000
    p.send("len('" + "x" * n + "')\r")
    return None if p.wait(rb"\n20000\n") and p.prompt() and p.leave() == 0 else f"{p.text()[-300:]!r}"


@with_home
def end_inside_a_block(program, home):
    p = start(program, home)
    p.type("for i in range(2):")
    p.type("    print('trip', i)")
    p.send("\x04")
    if not p.wait(rb"trip 0\ntrip 1\n") or not p.prompt():
        return f"{p.text()[-300:]!r}"
    return None if p.leave() == 0 else "it did not leave"


@with_home
def window_changes(program, home):
    p = Prompt(program, home, TERM="xterm")
    p.wait(rb">>> ")
    p.send("'half' + ")
    for columns in (20, 3, 300, 80):
        fcntl.ioctl(p.fd, termios.TIOCSWINSZ, bytes([24, 0, columns & 255, columns >> 8, 0, 0, 0, 0]))
        p.rest(0.05)
    p.send("'way'\r")
    return None if p.wait(rb"'halfway'\n.*>>> ") and p.leave() == 0 else f"{p.text()[-300:]!r}"


def in_a_pipe(text, want):
    @with_home
    def check(program, home):
        done = subprocess.run([program], input=text, cwd=home.path, env=environment(home), timeout=SECONDS, capture_output=True)
        if done.returncode != 0 or done.stdout != want:
            return f"{done}"
        return None if not home.journals() else "input from a pipe was journalled"
    return check


# ---- homes ----

def odd_home(spoil, said=None, **env):
    """The session goes on; what cannot be kept is said in one line at most."""
    @with_home
    def check(program, home):
        spoil(home)
        p = Prompt(program, home, **env)
        if not p.prompt():
            return f"no prompt: {p.text()[-300:]!r}"
        shown = p.ask("6 * 7")
        p.ask("6 * 8")
        status = p.leave()
        if shown != ["42"] or status != 0:
            return f"{shown}, status {status}"
        if said is not None and p.text().count(said) != 1:
            return f"{said!r} is not said once: {p.text()}"
        return None if said is not None or "dbidx: " not in p.text() else p.text()
    return check


def folder_at(name):
    def spoil(home):
        (home.path / name).mkdir(parents=True)
    return spoil


def file_at(name, mode=0o644, text=""):
    def spoil(home):
        path = home.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
    return spoil


def pipe_at(name):
    def spoil(home):
        path = home.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(path)
    return spoil


STATE = ".local/state/dbidx"


# ---- journals ----

@with_home
def private(program, home):
    p = start(program, home)
    p.type("a = 1")
    rights = [oct(path.stat().st_mode & 0o777) for path in (home.state(), home.state() / "sessions", *home.journals(), home.state() / "history")]
    p.leave()
    return None if rights == ["0o700", "0o700", "0o600", "0o600"] else f"{rights}"


@with_home
def goodbye(program, home):
    p = start(program, home)
    p.type("a = 1")
    if len(home.journals()) != 1:
        return "there is no journal"
    p.leave()
    return None if not home.journals() else "it stays"


def switched_off(*how):
    @with_home
    def check(program, home):
        p = start(program, home, *[h for h in how if h.startswith("--")])
        p.type("a = 1")
        for line in how:
            if line.startswith(":"):
                p.type(line)
        p.type("b = 2")
        if home.journals():
            return "there is a journal"
        p.type(":set journal on")
        p.type("c = 3")
        p.kill()
        p.end()
        p = start(program, home, "--recover")
        got = read_log(p)
        p.leave()
        return None if got == (["a = 1", "b = 2", "c = 3"], []) else f"{got}"
    return check


@with_home
def a_live_session_is_not_offered(program, home):
    a = start(program, home)
    a.type("a = 1")
    b = start(program, home)
    c = start(program, home, "--recover")
    said = b.text() + c.text()
    for p in (a, b, c):
        p.close()
    return None if "without a goodbye" not in said and "no session waits" in said else said


@with_home
def one_of_several(program, home):
    for k in range(3):
        lost_session(program, home, [f"which = {k}"] * (k + 1))
        time.sleep(1.1)
    p = start(program, home)
    said = p.text()
    p.leave()
    if "3 sessions ended without a goodbye, the last one of" not in said or "with 3 lines" not in said:
        return said
    p = Prompt(program, home, "--recover")
    if not p.wait(rb"return: none\)\? $"):
        return p.text()
    p.type("2")
    shown = p.ask("which")
    p.leave()
    if shown != ["1"] or len(home.journals()) != 2:
        return f"{shown}, status {p.status}, {[j.name for j in home.journals()]}\n{p.text()}"
    p = Prompt(program, home, "--recover")
    p.wait(rb"return: none\)\? $")
    p.type("forget")
    p.leave()
    return None if not home.journals() else "they are not forgotten"


@with_home
def a_slow_disk(program, home):
    """The prompt does not wait for the disk, and what it wrote is there before the disk has it."""
    disk = pathlib.Path(program).resolve().parent.parent / "tests/libslow_disk.so"
    done = home.path / "done"
    if not disk.exists():
        return f"there is no {disk}"
    p = start(program, home, LD_PRELOAD=str(disk), SLOW_DISK=str(done))
    for k in range(3):
        if p.ask(f"k = {k}") is None:
            return f"no prompt after line {k}: {p.text()[-300:]}"
    kept = home.journals()[0].read_bytes()
    done.touch()
    p.leave()
    return None if b"k = 2" in kept and p.status == 0 and not home.journals() else f"{p.status}, {kept}"


@with_home
def of_another_version(program, home):
    lost_session(program, home)
    path = home.journals()[0]
    data = path.read_bytes()
    path.write_bytes(data.replace(b"journal 1\n", b"journal 2\n", 1))
    p = start(program, home)
    offered = "without a goodbye" in p.text()
    p.leave()
    p = Prompt(program, home, "--recover")
    p.wait(rb"return: none\)\? $")
    p.type("1")
    said = p.text()
    p.leave()
    if offered or "another version" not in said:
        return said
    return None if path.exists() and path.read_bytes() == data.replace(b"journal 1\n", b"journal 2\n", 1) else "it was touched"


@with_home
def any_tail(program, home):
    """Cut off anywhere, or with a damaged byte: what comes back is a beginning of what was there."""
    lines = ["a = 1", "b = 'é'", "c = [a]", "c.append(2)"]
    lost_session(program, home, lines)
    path = home.journals()[0]
    data, rng = path.read_bytes(), random.Random(5)
    first = data.index(b"run ")
    for k in range(10):
        at = rng.randrange(first, len(data))
        cut = data[:at] if k % 2 else data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]
        for old in home.journals():
            old.unlink()
        path.write_bytes(cut)
        p = Prompt(program, home, "--recover")
        if not p.prompt():
            return f"cut at {at}: no prompt: {p.text()[-300:]}"
        got = read_log(p)
        p.leave()
        if got is None or got[1] or got[0] != lines[:len(got[0])]:
            return f"cut at {at}: {got}"
        if len(got[0]) < data[:at].count(b"\nstep "):
            complete = data[:at].count(b"\nstep ")
            if len(got[0]) < complete - 1:
                return f"cut at {at}: only {len(got[0])} of {complete}"
    return None


@with_home
def not_a_journal(program, home):
    folder = home.state() / "sessions"
    folder.mkdir(parents=True)
    (folder / "20200101-000000-1").write_bytes(os.urandom(5000))
    (folder / "20200101-000000-2").write_bytes(b"")
    (folder / "20200101-000000-3").mkdir()
    os.mkfifo(folder / "20200101-000000-4")
    (folder / "20200101-000000-5").symlink_to("/etc/passwd")
    p = start(program, home)
    if "goodbye" in p.text():
        return p.text()
    p.leave()
    return None if (folder / "20200101-000000-1").exists() else "it removed what is none of its files"


@with_home
def no_room(program, home):
    """A full disk: said once; the session goes on; what was written comes back."""
    def limit():
        import resource
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
    p = Prompt(program, home, preexec=limit)
    p.prompt()
    for i in range(60):
        if p.type(f"x{i} = {i}") is None:
            return f"no prompt after line {i}: {p.text()[-300:]}"
    if p.text().count("not journalled") != 1 or p.ask("x59") != ["59"]:
        return p.text()[-1500:]
    p.kill()
    p.end()
    p = start(program, home, "--recover")
    got = read_log(p)
    p.leave()
    want = [f"x{i} = {i}" for i in range(60)]
    return None if got and len(got[0]) > 5 and got[0] == want[:len(got[0])] else f"{got}"


@with_home
def pasted_lines_run_again(program, home):
    """They are the lines that would have been typed, also when they are run again."""
    p = start(program, home, TERM="xterm")
    p.send("\x1b[200~n: int\nm = 3\x1b[201~\r")
    p.wait(rb"n >>> m = 3\nn >>> ")
    p.type(":undo")
    p.type(":undo")
    p.type(":redo")
    p.type(":redo")
    p.kill()
    p.end()
    p = start(program, home, "--recover")
    shown = p.ask("m + 1")
    p.leave()
    return None if shown == ["4"] and "n >>> m + 1" in p.text() else p.text()


@with_home
def stops_where_asked(program, home):
    """Ctrl-C in recovery stops at the line that runs; the rest waits for :redo."""
    lines = ["a = 1", "b = sum([i * i % 7 for i in range(16000000)])", "c = 3"]
    lost_session(program, home, lines)
    p = Prompt(program, home, "--recover")
    if not reruns(p, home, lines[1]):
        return f"nothing is run again: {p.text()[-300:]}"
    p.send("\x03")
    if not p.prompt():
        return "no prompt"
    got = read_log(p)
    p.leave()
    if got == (lines, []):
        return "it was too fast to be stopped"
    return None if got and got[0] + got[1] == lines and len(got[0]) == 1 else f"{got}\n{p.text()}"


@with_home
def bounded_in_number(program, home):
    lost_session(program, home)
    data = home.journals()[0].read_bytes()
    for i in range(40):
        (home.state() / f"sessions/20200101-0000{i:02d}-7").write_bytes(data)
    start(program, home).leave()
    return None if len(home.journals()) == 20 else f"{len(home.journals())}"


@with_home
def fast(program, home):
    """A line costs less than 5 ms more with a journal than without (the least of several)."""
    times = {option: [] for option in ("--no-init", "--no-journal")}
    for _ in range(5):  # others may have the processor for the time of one
        for option in times:
            p = start(program, home, option)
            for i in range(40):
                begin = time.perf_counter()
                p.type(f"x = {i}")
                times[option].append(time.perf_counter() - begin)
            p.leave()
        more = 1000 * (min(times["--no-init"]) - min(times["--no-journal"]))
        if more < 5:
            return None
    return f"{more:.1f} ms"


def main():
    program = os.path.abspath(sys.argv[1])
    checks = [f for f in (
        histories_side_by_side, histories_at_once, others_lines_are_found, history_stays_short, history_of_any_bytes, hangup, long_line, end_inside_a_block,
        window_changes, private, goodbye, a_live_session_is_not_offered, one_of_several, a_slow_disk,
        of_another_version, any_tail, not_a_journal, no_room,
        pasted_lines_run_again, stops_where_asked, bounded_in_number, fast)]
    named = [(f.__name__, f) for f in checks]
    for sig in (signal.SIGTERM, signal.SIGHUP):
        named += [(f"{sig.name} at the prompt", ended_by(sig, ["a = 1", "b = 2"], "")),
                  (f"{sig.name} in a line", ended_by(sig, ["a = 1"], "b = ")),
                  (f"{sig.name} in a block", ended_by(sig, ["a = 1", "while a:"], "    a = ")),
                  (f"{sig.name} in a loop", ended_by(sig, ["a = 1"], "while True: pass\r\r", running=True)),
                  (f"{sig.name} leaves the terminal in order", terminal_is_as_before(sig))]
    named += [("Ctrl-Z at the prompt", suspended("prompt", [], "", ("6 * 7\r", drawn(b">>> 6 * 7") + rb"\n(?:\x1b\[\?2004l)?42\n"))),
              ("Ctrl-Z in a line", suspended("line", [], "6 * ", ("7\r", rb"[h\n]" + drawn(b">>> 6 * 7") + rb"\n(?:\x1b\[\?2004l)?42\n"))),
              ("Ctrl-Z in a block", suspended("block", ["for i in range(1):"], "    print(40 + ", ("2)\r\r", rb"\n(?:\x1b\[\?2004l)?42\n"))),
              ("Ctrl-Z while a program runs", suspended("run", [], "while True: pass\r\r", ("\x03", rb"KeyboardInterrupt"))),
              ("Ctrl-Z in the debugger", suspended("debug", ["import jax.numpy as jnp", "from catalyst import qjit", "g = qjit(lambda x: jnp.ones(3) + x)",
                                                             ":debug g(1.)"], "", ("where\r", rb"where(?:\x1b\[0m)?\n")))]
    named += [("no locale", letters(LC_ALL=None)), ("LANG=C", letters(LC_ALL=None, LANG="C")), ("LC_ALL=POSIX", letters(LC_ALL="POSIX")),
              ("a locale that is not there", letters(LC_ALL=None, LANG="xx_YY.UTF-8")), ("C.UTF-8", letters())]
    named += [(f"TERM={t}", terminal_named(t)) for t in ("dumb", None, "", "no-such-terminal", "vt100", "xterm-256color")]
    named += [("NUL bytes", in_a_pipe(b"print(1)\nx = '\0'\nprint(2)\n", b"1\n2\n")), ("invalid UTF-8", in_a_pipe(b"print(1)\n\xff\xfe = 3\nprint(2)\n", b"1\n2\n")),
              ("CRLF", in_a_pipe(b"x = 1\r\nif x:\r\n    print(x)\r\n\r\nprint(2)\r\n", b"1\n2\n")),
              ("a byte order mark", in_a_pipe(b"\xef\xbb\xbfprint(1)\n", b"1\n")), ("no end of the last line", in_a_pipe(b"if 1:\n    print(1)", b"1\n")),
              ("a long line in a pipe", in_a_pipe(b"print(len('" + b"x" * 300000 + b"'))\n", b"300000\n"))]
    named += [("HOME is not set", odd_home(lambda home: None, HOME=None)), ("HOME is relative", odd_home(lambda home: None, HOME="here")),
              ("HOME is a file", odd_home(file_at("it"), "no history is kept", HOME="/etc/passwd")),
              ("a folder for the history", odd_home(folder_at(STATE + "/history"), "no history is kept")),
              ("a pipe for the history", odd_home(pipe_at(STATE + "/history"), "no history is kept")),
              ("a file for the sessions", odd_home(file_at(STATE + "/sessions"), "not journalled")),
              ("a folder for init.py", odd_home(folder_at(".config/dbidx/init.py"), "cannot read")),
              ("a file for the state folder", odd_home(file_at(STATE), "no history is kept"))]
    named += [("--no-journal", switched_off("--no-journal")), (":set journal off", switched_off(":set journal off"))]
    words = sys.argv[2:]
    chosen = [(n, lambda f=f: f(program)) for n, f in named if not words or any(w in n for w in words)]
    return run_checks(program, chosen, 1 if words else 60)


if __name__ == "__main__":
    sys.exit(main())
