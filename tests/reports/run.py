#!/usr/bin/env python3
"""Every kind of report in a pipe: as it is, at 60, 80 and 120 columns, without UTF-8, without colours.

usage: run.py DBIDX [--write]

session.txt is read with each of the settings below; what comes out is compared with the golden file of that
name (--write: replaces them; read the difference before you commit it). Beside that: no escape sequence comes
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

HERE = pathlib.Path(__file__).parent
WIDTHS = {"narrow": 60, "middle": 80, "wide": 120}
SETTINGS = {"plain": ([], "C.UTF-8"), "ascii": (["--width=60"], "C"),
            **{name: ([f"--width={n}"], "C.UTF-8") for name, n in WIDTHS.items()}}


def run(program, options, locale, **more):
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": locale, "TERM": "xterm", **more}
    env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
    done = subprocess.run([program, *options], stdin=open(HERE / "session.txt", encoding="utf-8"), env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace"), done.returncode


def too_wide(text, width):
    """Lines wider than `width` that could have been broken."""
    return [x for x in text.splitlines()
            if len(x) > width and max(map(len, x.split())) <= width - 24]


def at_terminal(program, command, pager):
    """What a terminal of 12 lines shows after a command."""
    pid, fd = pty.fork()
    if not pid:
        env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TERM": "xterm",
               "PAGER": pager, "NO_COLOR": "1"}
        env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
        os.execve(program, [program, "--no-init", "--no-journal"], env)
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 12, 80, 0, 0))

    def until(what, text=b""):
        end = time.monotonic() + 60
        while not re.search(what, text) and time.monotonic() < end:
            if select.select([fd], [], [], 1)[0]:
                try:
                    text += os.read(fd, 65536)
                except OSError:
                    break
        return text

    until(rb">>> ")
    os.write(fd, command.encode() + b"\r")
    text = until(rb"(?s)\n.*\n[^\n]*>>> ")
    os.write(fd, b"\x04")
    os.close(fd)
    os.waitpid(pid, 0)
    return text.decode(errors="replace")


def pagers(program):
    """(name, whether it is so)"""
    paged = at_terminal(program, ":help learn", "sed s/^/PAGED:/")
    yield "a long text goes through the pager", paged.count("PAGED:") > 12
    yield "a short text does not", "PAGED:" not in at_terminal(program, ":detail 1", "sed s/^/PAGED:/")
    for none in ("", "no-such-pager"):
        yield f"PAGER={none!r}: it is printed", ":explain" in at_terminal(program, ":help learn", none).split("\n", 1)[1]


def main():
    program = os.path.abspath(sys.argv[1])
    if silent(program):
        return 1
    write = "--write" in sys.argv
    failed = []
    texts, wanted = {}, {}
    for name, (options, locale) in SETTINGS.items():
        text, status = run(program, options, locale)
        texts[name] = text
        golden = HERE / f"{name}.out"
        if write:
            golden.write_text(text, encoding="utf-8")
        want = golden.read_text(encoding="utf-8") if golden.exists() else ""
        wanted[name] = want
        if status or text != want:
            diff = difflib.unified_diff(want.splitlines(True), text.splitlines(True), "expected", "printed")
            failed.append(f"{name}: exit status {status}\n" + "".join(diff))
        if "\x1b" in text or text != want:
            failed.append(f"{name}: an escape sequence without --color")
    if texts["ascii"] != wanted["ascii"] or any(ord(c) > 127 for c in texts["ascii"]):
        failed.append("ascii: characters that are none of ASCII")
    for name, width in WIDTHS.items():
        failed += [f"{name}: wider than {width}: {x}" for x in too_wide(texts[name], width)][:1]
    is_so = list(pagers(program))
    failed += [f"not so: {name}" for name, so in is_so if not so]
    coloured = run(program, ["--color=always"], "C.UTF-8")[0]
    if "\x1b" not in coloured or re.sub(r"\x1b\[[0-9;]*m", "", coloured) != texts["plain"]:
        failed.append("colours change the text")
    if run(program, [], "C.UTF-8", NO_COLOR="1")[0] != wanted["plain"]:
        failed.append("NO_COLOR is not honoured")
    for why in failed:
        print("FAIL", why)
    print(f"{2 * len(SETTINGS) + len(WIDTHS) + len(is_so) + 3 - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
