#!/usr/bin/env python3
"""The manual page and the completions of bash, zsh and fish: they know what the program knows.

usage: manual.py BUILD
"""
import os
import pathlib
import pty
import re
import select
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
FILES = BUILD / "repl" / "manual"
DBIDX = BUILD / "repl" / "dbidx"


def output(*command, text=None, **env):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=300,
                          env={**os.environ, **env})


def subcommands():
    listed = output(DBIDX, "--help").stdout.split("subcommands:")[1].split("options:")[0]
    return re.findall(r"^  (\w+)", listed, re.M)


def options(subcommand):
    return re.findall(r"^  (-{1,2}[\w-]+)", output(DBIDX, subcommand, "--help").stdout, re.M)


def commands():
    groups = re.findall(r"^  (\w+) +:", output(DBIDX, text=":help\n").stdout, re.M)
    asked = "".join(f":help {group}\n" for group in groups)
    return re.findall(r"^  (:[\w-]+)", output(DBIDX, text=asked).stdout, re.M)


def man():
    r = output("groff", "-man", "-ww", "-Tascii", "-P-cbou", str(FILES / "dbidx.1"))
    yield "the manual page is well-formed", r.stderr
    text = re.sub(r"-\n\s*", "", r.stdout)  # words broken at line ends
    for s in subcommands():
        yield f"the manual page names {s}", "" if re.search(rf"^ +{s}\b", text, re.M) else "it does not"
        for o in options(s):
            yield f"the manual page names {o} of {s}", "" if re.search(rf"^ +{o}\b", text, re.M) else "it does not"
    for c in commands():
        yield f"the manual page names {c}", "" if re.search(rf"^ +{c}\b", text, re.M) else "it does not"


def page():
    """docs/commands.md, written by hand, leaves nothing out."""
    text = (ROOT / "docs" / "commands.md").read_text()
    for c in commands():
        yield f"docs/commands.md names {c}", "" if re.search(rf"`{c}\b", text) else "it does not"
    for s in subcommands():
        if s != "prompt":
            yield f"docs/commands.md names {s}", "" if re.search(rf"`dbidx {s}\b", text) else "it does not"


def bash(*words):
    script = "compopt() { :; }; source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _dbidx; " \
             "printf '%s\\n' \"${COMPREPLY[@]}\""
    r = output("bash", "-u", "-c", script, "bash", str(FILES / "dbidx"), *words)
    return set(r.stdout.split()), r.stderr


def fish(line):
    r = output("fish", "-N", "-c", f"source {FILES}/dbidx.fish; complete -C '{line}'", HOME=tempfile.gettempdir())
    return {w.split("\t")[0] for w in r.stdout.splitlines()}, r.stderr


def zsh(line, want):
    """Types the line and TAB into an interactive zsh; what the screen shows then."""
    pid, fd = pty.fork()
    if pid == 0:
        try:
            os.execvpe("zsh", ["zsh", "-f", "-i"], {"PATH": os.environ["PATH"], "TERM": "dumb", "HOME": "/nonexistent",
                                                    "PS1": "ready> ", "LC_ALL": "C.UTF-8"})
        finally:
            os._exit(127)
    screen, deadline, start = "", time.monotonic() + 120, 0
    for send, pattern in ((f"fpath=({FILES} $fpath); unset zle_bracketed_paste; autoload -Uz compinit; compinit -D -u; print set-up\n", r"\nset-up\n[\s\S]*ready> "),
                          (line + "\t\t", want)):
        start = len(screen)
        os.write(fd, send.encode())
        while not re.search(pattern, screen[start:]) and time.monotonic() < deadline:
            if select.select([fd], [], [], 0.2)[0]:
                try:
                    screen += os.read(fd, 65536).decode(errors="replace").replace("\r", "")
                except OSError:
                    break
    os.write(fd, b"\x03")
    os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(fd)
    return "" if want in screen[start:] else screen[-800:]


def completions():
    for s in subcommands():
        first = {w.rstrip("=") for w in bash("dbidx", s, "-")[0]}
        yield f"bash knows the options of {s}", "" if first == set(options(s)) else f"{first} {options(s)}"
        if s != "prompt":
            found = {w.split("=")[0] for w in fish(f"dbidx {s} --")[0]}
            long = {o for o in options(s) if o.startswith("--")}
            yield f"fish knows the options of {s}", "" if long <= found <= set(options(s)) | {"-o"} else f"{found} {options(s)}"
    for words, want in ((("dbidx", ""), set(subcommands()) | set(os.listdir())), (("dbidx", "READ"), {"README.md"}), (("dbidx", "run", "--engine", "=", "i"), {"interp"}),
                        (("dbidx", "--dims", "=", ""), {"identity", "symbolic"}), (("dbidx", "explain", "InD"), {"InDBIdx"})):
        found, err = bash(*words)
        yield f"bash completes {' '.join(words)}", "" if found == want and not err else f"{found} {err}"
    for line, want in (("dbidx ", set(subcommands())), ("dbidx explain InD", {"InDBIdx"}),
                       ("dbidx run --engine=i", {"--engine=interp"})):
        found, err = fish(line)
        yield f"fish completes {line}", "" if want <= found and not err else f"{found} {err}"
    for line, want in (("dbidx insp", "inspect "), ("dbidx run --eng", "--engine="), ("dbidx explain InD", "InDBIdx"),
                       ("dbidx run --engine=i", "--engine=interp")):
        yield f"zsh completes {line}", zsh(line, want)


def main():
    passed = failed = 0
    for part in (man(), page(), completions()):
        for name, why in part:
            passed, failed = passed + (not why), failed + bool(why)
            if why:
                print(f"FAIL {name}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
