#!/usr/bin/env python3
"""Files that are written, and names and texts that would write on the terminal.

usage: files.py DBIDX

Overwriting: each command that writes a file, against each thing that may be there already. Names
and sources with control characters: nothing of them reaches a terminal raw. Standard output that
is full or closed: every subcommand says so by its exit status.
"""
import os
import re
import signal
import stat
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from prompt import SECONDS, Home, Prompt, environment, run_checks  # noqa: E402

PROGRAM = """from catalyst import qjit
from jax import numpy as jnp
@qjit
def f(n: int):
    return jnp.ones([n])
f(3)
"""
OPEN = "import jax.numpy as jnp\nn: int\nx = jnp.ones([n])\n"  # a program under construction


def run(program, home, *args, text="", **more):
    return subprocess.run([program, *args], input=text.encode(), cwd=home.path, env=environment(home), timeout=SECONDS,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


# ---- overwriting ----

# what a session types to write FILE, and how it is forced
WRITERS = {"export.svg": ":export{} {}", "export.json": ":export{} {}", "export.html": ":export{} {}",
           "export.dot": ":export{} {}", "export.jaxpr": ":export{} {}", "export.mlir": ":export{} {}",
           "export.ll": ":export{} {}", "export.py": ":export{} {}", "export.png": ":export{} {}", "log.txt": ":log{} {}",
           "view.html": ":view{} {}"}
SUBCOMMANDS = {"svg": [], "json": [], "jaxpr": [], "dot": [], "mlir": []}


def session(line):
    return PROGRAM.replace("f(3)\n", "\nf(3)\n") + line + "\n"


def write(program, home, name, path, force):
    """Writes by a session in a pipe or by a subcommand; gives what was said."""
    if name in SUBCOMMANDS:
        done = run(program, home, "inspect", "program.py", f"--emit={name}", "-o", path, *(["--force"] if force else []))
    elif name == "update":
        done = run(program, home, "check", "--update", path)
    else:
        done = run(program, home, text=session(WRITERS[name].format("!" if force else "", path)))
    return done.stdout + done.stderr, done.returncode


def overwriting(program, name):
    home = Home()
    try:
        (home.path / "program.py").write_text(PROGRAM)
        ending = name.split(".")[-1]
        target = home.path / f"it.{ending}"
        said, _ = write(program, home, name, target.name, False)
        if not target.is_file() or not target.stat().st_size:
            return f"no file was written: {said}"
        fresh = stat.S_IMODE(target.stat().st_mode)
        if fresh != 0o666 & ~umask():
            return f"a new file has the rights {fresh:o}"
        target.write_text("precious")
        target.chmod(0o640)
        said, _ = write(program, home, name, target.name, False)
        if target.read_text() != "precious":
            return "it overwrote a file unasked"
        if b"overwrites it" not in said or (b"!" not in said and b"--force" not in said):
            return f"it does not say how to force it: {said}"
        said, _ = write(program, home, name, target.name, True)
        if target.read_bytes() == b"precious":
            return f"it did not overwrite when forced: {said}"
        if stat.S_IMODE(target.stat().st_mode) != 0o640:
            return f"the rights became {stat.S_IMODE(target.stat().st_mode):o}"
        return odd_places(program, name, home, ending) or left_over(home)
    finally:
        home.remove()


def umask():
    now = os.umask(0)
    os.umask(now)
    return now


def odd_places(program, name, home, ending):
    other = home.path / "other"
    other.write_text("precious")
    link, folder, pipe = (home.path / f"{k}.{ending}" for k in ("link", "folder", "pipe"))
    link.symlink_to("other")
    dangling = home.path / f"dangling.{ending}"
    dangling.symlink_to("nowhere")
    folder.mkdir()
    os.mkfifo(pipe)
    for force in (False, True):
        for path, why in ((link, b"link to 'other'"), (dangling, b"link to 'nowhere'"), (folder, b"s a directory"),
                          (pipe, b"no ordinary file")):
            said, _ = write(program, home, name, path.name, force)
            if force and why not in said:
                return f"{path.name}: {said}"
        said, _ = write(program, home, name, f"no/such/{ending}.{ending}", force)
        if b"No such file" not in said:
            return f"a folder that is not there: {said}"
    if other.read_text() != "precious" or not link.is_symlink() or not dangling.is_symlink():
        return "it followed a symbolic link"
    if (home.path / "nowhere").exists() or not stat.S_ISFIFO(pipe.stat().st_mode):
        return "it made, or replaced, what the link or the pipe was"
    return None


def left_over(home):
    names = [p.name for p in home.path.iterdir() if p.name.startswith(".dbidx")]
    return f"files are left over: {names}" if names else None


def full_disk(program):
    """No room for it: the old file stays, nothing is left over."""
    home = Home()
    try:
        (home.path / "program.py").write_text(PROGRAM)
        (home.path / "it.svg").write_text("precious")

        def no_room():
            import resource
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        done = subprocess.run([program, "inspect", "program.py", "--emit=svg", "-o", "it.svg", "--force"], cwd=home.path,
                              env=environment(home), timeout=SECONDS, capture_output=True, preexec_fn=no_room)
        if done.returncode != 1 or b"cannot write 'it.svg': File too large" not in done.stderr:
            return f"{done}"
        if (home.path / "it.svg").read_text() != "precious":
            return "the file is damaged"
        return left_over(home)
    finally:
        home.remove()


def update_of_a_link(program):
    home = Home()
    try:
        sheet = "```python\nprint(1)\n```\n```output\n2\n```\n"
        (home.path / "sheet.md").write_text(sheet)
        (home.path / "link.md").symlink_to("sheet.md")
        done = run(program, home, "check", "--update", "link.md")
        if b"link to 'sheet.md'" not in done.stderr or (home.path / "sheet.md").read_text() != sheet or not done.returncode:
            return f"{done}"
        done = run(program, home, "check", "--update", "sheet.md")
        return None if "```output\n1\n" in (home.path / "sheet.md").read_text() else f"{done}"
    finally:
        home.remove()


def asks(program):
    """At a terminal the question is asked; anything but y leaves the file."""
    home = Home()
    try:
        p = Prompt(program, home)
        p.prompt()
        for line in OPEN.splitlines() + [":save a.py"]:
            p.type(line)
        path = home.path / "a.py"
        saved = path.read_text()
        path.write_text("precious")
        for answer, kept in (("", True), ("n", True), ("no\x03", True), ("maybe", True), ("y", False)):
            p.send(":save a.py\r")
            if not p.wait(rb"overwrite it\? \[y/N\] "):
                return f"no question: {p.text()[-300:]}"
            p.send(answer + ("" if "\x03" in answer else "\r"))
            if not p.prompt():
                return f"no prompt after {answer!r}: {p.text()[-300:]}"
            if (path.read_text() == "precious") != kept or (not kept and path.read_text() != saved):
                return f"answer {answer!r}: {path.read_text()[:50]!r}"
        path.write_text("precious")
        p.type(":save! a.py")
        if path.read_text() != saved:
            return "`:save!` did not overwrite"
        path.write_text("precious")
        p.type(":save --force a.py")
        if path.read_text() != saved:
            return "`--force` did not overwrite"
        if "no file" in p.type(":undo!") or "E202" not in p.type(":undo!"):
            return "`!` where nothing is written"
        return None if p.leave() == 0 else "it did not leave"
    finally:
        home.remove()


# ---- control characters ----

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\r"
NAME = "evil\x1b]0;owned\x07\x1b[2J.py"


def raw(screen):
    """What of the hostile bytes reached the terminal."""
    text = screen.decode("utf-8", "replace")
    return re.findall(r"\x1b\]0;|\x07|\x1b\[2J|\x9b", text)


def on_a_terminal(program, home, *args, keys=b""):
    p = Prompt(program, home, argv=[program, *args])
    if keys:
        p.send(keys)
    status = p.end(60)
    return p.screen, status


def hostile_names(program, args):
    home = Home()
    try:
        source = args[-1] if args[-1].startswith("#") else PROGRAM
        for name in (NAME, NAME[:-3] + ".md", NAME[:-3] + ".jaxpr", NAME[:-3] + ".svg"):
            (home.path / name).write_text(source if name.endswith("py") else "{ lambda ; a:i64[]. let in (b,) }\n```python\n1\n```\n```output\n2\n```\n")
        (home.path / "folder").mkdir()
        (home.path / "folder" / NAME).write_text("1 +\n")
        args = [a.replace("NAME", NAME[:-3]) for a in args if not a.startswith("#")]
        screen, status = on_a_terminal(program, home, *args, keys=b"n\r" if "-o" in args else b"")
        if status is None:
            return "it does not end"
        if found := raw(screen):
            return f"{found} on the terminal: {screen[:400]!r}"
        return None if screen else "it says nothing"
    finally:
        home.remove()


FAILING = f"# \nx = '{EVIL[:-1]}'; y = 1 + 'a' # {EVIL[:-1]}\n"
RAISING = "#\nraise ValueError('\\x1b]0;owned\\x07\\x1b[2J')\n"
TRACED = f"#\nfrom catalyst import qjit\nfrom jax import numpy as jnp\n@qjit\ndef f(n: int):\n    s = '{EVIL[:-1]}'; return jnp.ones([n]) # {EVIL[:-1]}\nf(3)\n"
HOSTILE = [["run", "NAME.py", FAILING], ["run", "NAME.py", RAISING], ["run", "nothere/NAME.py"], ["run", "NAME.jaxpr"],
           ["run", "NAME.jaxpr", "--args=1"], ["check", "NAME.py", FAILING], ["check", "NAME.py", RAISING],
           ["check", "nothere/NAME.py"], ["check", "NAME.md"], ["check", "--update", "nothere/NAME.md"], ["check", "--ast", "folder/NAME.py"],
           ["check", "--draft", "NAME.py", FAILING], ["check", "NAME.jaxpr"], ["conform", "folder"], ["conform", "nothere/NAME"],
           ["inspect", "NAME.py", "--emit=jaxpr", FAILING], ["inspect", "NAME.py:f", "--emit=why", "--of=NAME", TRACED],
           *[["inspect", "NAME.py", f"--emit={e}", TRACED] for e in ("json", "dot", "svg", "html", "mlir", "asm", "types", "binds", "calls", "events")],
           ["inspect", "NAME.py", "--emit=svg", "-o", "NAME.svg", TRACED], ["inspect", "NAME.py", "--emit=svg", "--force", "-o", "no/NAME.svg", TRACED],
           ["inspect", "NAME.py", "--emit=jaxpr", "--args=NAME", TRACED], ["jaxpr", "NAME.jaxpr"], ["jaxpr", "nothere/NAME.jaxpr"],
           ["explain", "NAME"], ["NAME"], ["--engine=NAME"], ["--NAME"], ["run", "--width=NAME", "x.py"], ["bench", "NAME.py", "1 + 1 # NAME", TRACED],
           ["bench", "NAME.py", FAILING], ["watch", "nothere/NAME"]]


def hostile_session(program):
    """Typed and shown again: by :log, :source, errors, commands that do not exist."""
    home = Home()
    try:
        (home.path / "hostile.txt").write_text("\n".join([
            "x = 'a\x1b]0;owned\x07b'", "y = x + 1 # \x1b]0;owned\x07", "import jax.numpy as jnp", "z = 3 # \x1b]0;owned\x07\x1b[2J"]) + "\n")
        (home.path / "hostile.log").write_text("".join(f">>> {line}\n" for line in (
            "n: int", "s = 'a\x1b]0;owned\x07b'", "q = jnp.ones([n]) # \x1b]0;owned\x07", "w = 'a\x1b]0;owned\x07' + 3", ":nope\x1b]0;owned\x07",
            ":save no/\x1b]0;owned\x07", ":whatif \x1b]0;owned\x07", ":why \x1b]0;owned\x07", ":set \x1b]0;owned\x07 x", ":set dims \x1b]0;owned\x07")))
        p = Prompt(program, home)
        p.prompt()
        for line in (":load hostile.txt", ":log", ":undo", ":redo", ":back 1", ":forward 1", ":replay hostile.log", ":source", ":log",
                     ":goto 3", "y", ":examples", ":cache", ":load nothere", ":jaxpr", ":draw"):
            if p.type(line) is None:
                return f"no prompt after {line}: {p.text()[-300:]}"
        if found := raw(p.screen):
            at = p.screen.find(found[0].encode())
            return f"{found} on the terminal: {p.screen[max(at - 200, 0):at + 100]!r}"
        return None if p.leave() == 0 and b"E201" not in p.screen[:100] else "it did not leave"
    finally:
        home.remove()


E = "\x1b]0;owned\x07\x1b[2J"
TRACED_BY_HAND = f"""from catalyst import qjit, for_loop
from jax import numpy as jnp
@qjit
def f(n: int):
    s = '{E}'; a = jnp.ones([n]) # {E}
    @for_loop(0, 3, 1) # {E}
    def loop(i, x): s2 = '{E}'; return x + a # {E}
    return loop(a) + len('{E}')
f(3)
k = 'x{E}'
d = {{'{E}': 1}}
"""
SHOWING = [":log", ":vars", ":jaxpr", ":types f", ":args f", ":sig loop", ":slots loop", ":eqn 1", ":tracer a in f", ":tracers", ":frames",
           ":consts loop", ":toJaxpr", ":why 8", ":users n in f", ":compare-strategies loop", ":whatif loop", ":real f", ":draw", ":draw --dot",
           ":draw --svg", ":mlir", ":asm", ":llvm", ":debug f(2)", "list", "where", "step", "next", "print s", "locals", ":where", "quit", "k",
           "d[k]", "getattr(d, k)", "jnp.ones(k)", "f(k)", "k()", "assert 0, k", "raise ValueError(k)", "f(k +* 1)", ":undo", ":redo", ":source"]


def hostile_program_is_shown(program):
    """By every command that shows a program, its traces, its values and what is wrong with it."""
    home = Home()
    try:
        (home.path / "traced.py").write_text(TRACED_BY_HAND)
        p = Prompt(program, home)
        p.prompt()
        for line in [":load traced.py", *SHOWING]:
            at = len(p.screen)
            if p.type(line) is None:
                return f"no prompt after {line}: {p.text()[-300:]}"
            if found := raw(p.screen[at:]):
                return f"{line}: {found} on the terminal"
        if p.text().count("?]0;owned??[2J") < 15:
            return "the hostile text is not shown at all"
        return None if p.leave() == 0 else "it did not leave"
    finally:
        home.remove()


# ---- standard output that cannot be written ----

SPEAKING = [["--help"], ["-h"], ["--version"], ["run", "--help"], ["check", "--help"], ["explain"], ["explain", "tracer"], ["run", "program.py"],
            ["check", "wrong.py"], ["check", "--ast", "program.py"], ["inspect", "program.py", "--emit=jaxpr"], ["inspect", "program.py", "--emit=json"],
            ["jaxpr", "one.jaxpr"], ["run", "one.jaxpr", "--args=3"], ["bench", "program.py", "--repeat=1"], ["conform", "folder"],
            ["run", "sheet.md"], ["check", "sheet.md"], []]


def full_or_closed(program, args, how):
    home = Home()
    try:
        (home.path / "program.py").write_text(PROGRAM + "print('shown')\n")
        (home.path / "wrong.py").write_text("1 + 'a'\n")
        (home.path / "one.jaxpr").write_text("{ lambda ; a:i64[]. let b:i64[] = add a 1 in (b,) }\n")
        (home.path / "sheet.md").write_text("```python\nprint(1)\n```\n```output\n2\n```\n")
        (home.path / "folder").mkdir()
        (home.path / "folder/x.py").write_text("print(1)\n")
        (home.path / "folder/x.out").write_text("1\n")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([program, *args], input=b"print(1)\n", cwd=home.path, env=environment(home), timeout=SECONDS,
                                  stdout=full, stderr=subprocess.PIPE, preexec_fn=(lambda: os.close(1)) if how == "closed" else None)
        if done.returncode not in (1, 2):
            return f"status {done.returncode}"
        return None if re.search(rb"No space left|Bad file descriptor|cannot", done.stderr) else f"it says {done.stderr}"
    finally:
        home.remove()


def closed_at_the_start(program, fds):
    """A file that is written does not get what is printed."""
    home = Home()
    try:
        (home.path / "program.py").write_text(PROGRAM + "print('shown')\n")
        done = subprocess.run([program, "inspect", "program.py", "--emit=jaxpr", "-o", "it.jaxpr"], cwd=home.path, env=environment(home),
                              timeout=SECONDS, preexec_fn=lambda: [os.close(fd) for fd in fds])
        text = (home.path / "it.jaxpr").read_text()
        return None if text.startswith("{ lambda") and "shown" not in text else f"{done} {text}"
    finally:
        home.remove()


def reader_goes_away(program):
    """dbidx ... | head: no noise, no file that is damaged."""
    home = Home()
    try:
        (home.path / "many.py").write_text("for i in range(100000):\n    print(i)\n")
        done = subprocess.run(["sh", "-c", f"{program} run many.py | head -n 1"], cwd=home.path, env=environment(home), timeout=SECONDS,
                              capture_output=True, preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
        return None if done.stdout == b"0\n" and not done.stderr else f"{done}"
    finally:
        home.remove()


# ---- transcripts ----


def replays_itself(program):
    """Directly, through another one, by another name: told once for each time, and the rest is typed."""
    home = Home()
    try:
        (home.path / "a").write_text(">>> :replay a\n>>> :replay b\n>>> :replay ./a\n>>> x = 1\n")
        (home.path / "b").write_text(">>> :replay a\n>>> :replay c\n>>> y = 2\n")
        os.symlink("b", home.path / "c")
        done = run(program, home, text=":replay a\nx + y\n:replay b\n")
        said = done.stderr.decode().count("is being replayed")
        return None if said == 8 and b"\n3\n" in done.stdout and not done.returncode else f"{said} times, {done}"
    finally:
        home.remove()


def replaying_is_interrupted(program):
    """Ctrl-C ends it, not only the line that runs."""
    home = Home()
    try:
        (home.path / "a").write_text(">>> i = 0\n" + ">>> while True: i += 1\n" * 50 + ">>> after = 1\n")
        p = Prompt(program, home)
        p.prompt()
        p.send(":replay a\r")
        if not p.wait(rb":replay a\n") or not p.works():
            return f"it does not begin: {p.text()[-500:]}"
        os.kill(p.pid, signal.SIGINT)
        if not p.prompt():
            return "it goes on"
        p.type("after")
        return None if "E201" in p.text() and p.leave() == 0 else p.text()[-500:]
    finally:
        home.remove()


def main():
    program = os.path.abspath(sys.argv[1])
    checks = [(f"overwriting by {n}", lambda n=n: overwriting(program, n)) for n in [*WRITERS, *SUBCOMMANDS]]
    checks += [("full disk", lambda: full_disk(program)), ("update of a link", lambda: update_of_a_link(program)), ("asks", lambda: asks(program))]
    checks += [(f"control characters: {' '.join(a)[:60]!r}", lambda a=a: hostile_names(program, a)) for a in HOSTILE]
    checks += [("control characters in a session", lambda: hostile_session(program)),
               ("control characters in a program", lambda: hostile_program_is_shown(program)),
               ("a transcript replays itself", lambda: replays_itself(program)),
               ("replaying is interrupted", lambda: replaying_is_interrupted(program))]
    checks += [(f"{how} output: {' '.join(a)}", lambda a=a, how=how: full_or_closed(program, a, how)) for how in ("full", "closed") for a in SPEAKING]
    checks += [(f"closed at the start: {fds}", lambda fds=fds: closed_at_the_start(program, fds)) for fds in ((0,), (1,), (0, 1), (1, 2), (0, 1, 2))]
    checks += [("reader goes away", lambda: reader_goes_away(program))]
    return run_checks(program, checks, 107)


if __name__ == "__main__":
    sys.exit(main())
