#!/usr/bin/env python3
"""Every kind of report in a pipe: as it is, at 60, 80 and 120 columns, without UTF-8, without colours.

usage: run.py DBIDX [--write]

session.txt of each folder is read with each of the settings below; what comes out is compared with the golden file of
that name beside it (--write: replaces them; read the difference before you commit it). Beside that: no escape sequence comes
out unless colours are asked for, and with them the text is the same; in ASCII there is nothing else; where a width
is asked for, no line is wider, unless one word is. At a terminal a text that the screen is too small for goes through
$PAGER, and only such a text.
"""
import difflib
import os
import pathlib
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import fcntl
import time

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from speaks import silent  # noqa: E402
from waits import at_rest  # noqa: E402

HERE = pathlib.Path(__file__).parent
LEAST_LINES = 100
WIDTHS = {"narrow": 60, "middle": 80, "wide": 120}
SETTINGS = {"plain": ([], "C.UTF-8"), "ascii": (["--width=60"], "C"),
            **{name: ([f"--width={n}"], "C.UTF-8") for name, n in WIDTHS.items()}}


def run(program, session, options, locale, **more):
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": locale, "TERM": "xterm", "DBIDX_CACHE": "session",
           **more}
    env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
    done = subprocess.run([program, *options], stdin=open(session / "session.txt", encoding="utf-8"), env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return re.sub(r"0x[0-9a-f]{12}", "0x............", done.stdout.decode(errors="replace")), done.returncode


def too_wide(text, width):
    """Lines wider than `width` that could have been broken, and are no values that a program prints, nor lines of its source, nor said by the shell's rules."""
    return [x for x in text.splitlines()
            if not re.match(r"((interpreter|jit) +)?\(?array\(| *[0-9]* \| |dbidx: ", x) and len(x) > width and max(map(len, x.split())) <= width]


def at_terminal(program, command, pager, keys=()):
    """What a terminal of 12 lines shows after a command; pager: None is the default one, which the keys are pressed in."""
    pid, fd = pty.fork()
    if not pid:
        env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TERM": "xterm",
               "PAGER": pager, "NO_COLOR": "1"}
        env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        os.execve(program, [program, "--no-init", "--no-journal"], {k: v for k, v in env.items() if v is not None})
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 80, 0, 0))

    def until(what, text=b""):
        end = time.monotonic() + 120
        while not re.search(what, text) and time.monotonic() < end:
            if select.select([fd], [], [], 1)[0]:
                try:
                    text += os.read(fd, 65536)
                except OSError:
                    break
        return text

    until(rb">>> ")
    os.write(fd, command.encode() + b"\r")
    end = time.monotonic() + 120
    for key in keys:
        until(rb"\n:\x1b\[K\Z|\x1b\[\?1l\x1b>>>> \Z")  # what less prints for its own prompt, and for the end before ours
        while not at_rest(pid) and time.monotonic() < end:
            time.sleep(0.01)  # Ctrl-C between less's prompt and its reading of a key shows nothing
        os.write(fd, key.encode())
    text = until(rb"(?s)\n.*\n[^\n]*>>> " if not keys else rb"(?s)\n42\r.*>>> ")
    os.write(fd, b"\x04")
    os.close(fd)
    os.waitpid(pid, 0)
    return text.decode(errors="replace")


def pagers(program):
    """(name, whether it is so)"""
    paged = at_terminal(program, ":help learn", "sed s/^/PAGED:/")
    yield "a long text goes through the pager", paged.count("PAGED:") > 12
    yield "a short text does not", "PAGED:" not in at_terminal(program, ":detail 1", "sed s/^/PAGED:/")
    for name, keys in (("q", ["q"]), ("Ctrl-C and q", ["\x03", "q"])):
        text = at_terminal(program, ":help learn", None, [*keys, "6 * 7\r"])
        yield f"less is left by {name}", text.endswith("42\r\n>>> ")
    for none in ("", "no-such-pager"):
        yield f"PAGER={none!r}: it is printed", ":explain" in at_terminal(program, ":help learn", none).split("\n", 1)[1]


def check(program, session, write):
    """(passed, what is wrong) of one session."""
    failed, texts = [], {}
    for name, (options, locale) in SETTINGS.items():
        text, status = run(program, session, options, locale)
        texts[name] = text
        golden = session / f"{name}.out"
        if write:
            golden.write_text(text, encoding="utf-8")
        want = golden.read_text(encoding="utf-8") if golden.exists() else ""
        if status or text != want or text.count("\n") < LEAST_LINES:
            diff = difflib.unified_diff(want.splitlines(True), text.splitlines(True), "expected", "printed")
            failed.append(f"{name}: exit status {status}\n" + "".join(diff))
        if "\x1b" in text:
            failed.append(f"{name}: an escape sequence without --color")
    if any(ord(c) > 127 for c in texts["ascii"]):
        failed.append("ascii: characters that are none of ASCII")
    for name, width in WIDTHS.items():
        failed += [f"{name}: wider than {width}: {x}" for x in too_wide(texts[name], width)][:1]
    coloured = run(program, session, ["--color=always"], "C.UTF-8")[0]
    if "\x1b" not in coloured or re.sub(r"\x1b\[[0-9;]*m", "", coloured) != texts["plain"]:
        failed.append("colours change the text")
    if run(program, session, [], "C.UTF-8", NO_COLOR="1")[0] != texts["plain"]:
        failed.append("NO_COLOR is not honoured")
    return 2 * len(SETTINGS) + len(WIDTHS) + 3 - len(failed), [f"{session.name}: {why}" for why in failed]


def main():
    program = os.path.abspath(sys.argv[1])
    if silent(program):
        return 1
    passed, failed = 0, []
    for session in sorted(p.parent for p in HERE.glob("*/session.txt")):
        n, wrong = check(program, session, "--write" in sys.argv)
        passed, failed = passed + n, failed + wrong
    is_so = list(pagers(program))
    wrong = [f"not so: {name}" for name, so in is_so if not so]
    passed, failed = passed + len(is_so) - len(wrong), failed + wrong
    for why in failed:
        print("FAIL", why)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
