#!/usr/bin/env python3
"""Ctrl-C at the places that are no statement: commands, the debugger, completion, questions, other
programs that run for us, files that are read, subcommands.

usage: places.py DBIDX [--seed=N] [NAME...]

After each the prompt is back within 0.1 s of the processor, the session has what it had, and the
next line works. The last line is `N passed, N failed`.
"""
import argparse
import concurrent.futures
import importlib.util
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

spec = importlib.util.spec_from_file_location("moments", pathlib.Path(__file__).parent / "run.py")
moments = importlib.util.module_from_spec(spec)
spec.loader.exec_module(moments)

CPU = 0.1
ENDS = moments.ENDS
AT_ONCE = 4  # most of a place is waiting
STARTING = threading.Lock()  # a session has the PATH of its place


class Broken(Exception):
    pass


class Place:
    """A session, which notes what goes wrong."""

    def __init__(self, program, rng, path=None):
        self.rng = rng
        with STARTING:
            if path:
                os.environ["PATH"] = path + ":" + os.environ["PATH"]
            self.s = moments.Session(program, "--no-journal")
            if path:
                os.environ["PATH"] = os.environ["PATH"][len(path) + 1:]
        self.prompt("the start")
        self.lines(*moments.HEAD, "kept = 1234")

    def prompt(self, what):
        if not self.s.wait(ENDS):
            raise Broken(f"no prompt after {what}: {self.s.screen[-300:]!r}")

    def lines(self, *lines):
        for line in lines:
            if not self.s.enter(line.splitlines()):
                raise Broken(f"no prompt after {line!r}: {self.s.screen[-300:]!r}")

    def key(self, what, keys=1, between=0.0):
        """Ctrl-C, and the prompt."""
        self.s.drain()
        self.s.seen = len(self.s.screen)
        cpu = moments.processor_time(self.s.pid)
        for _ in range(keys):
            self.s.send(b"\x03")
            time.sleep(between)
        self.prompt(f"Ctrl-C in {what}")
        cpu = moments.processor_time(self.s.pid) - cpu
        if cpu > CPU:
            raise Broken(f"{what}: {cpu:.3f} s of the processor until the prompt")

    def interrupt(self, line, least=0.02, most=0.4, **more):
        self.s.send(line + "\r")
        time.sleep(self.rng.uniform(least, most))
        self.key(line, **more)
        self.intact(line)

    def intact(self, what):
        time.sleep(0.02)
        self.s.send("kept + 1\r")
        if not self.s.wait(rb"\n1235\n"):
            raise Broken(f"the session is not intact after {what}: {self.s.screen[-300:]!r}")
        self.prompt("kept + 1")

    def leave(self):
        self.s.kill()


def large_program(p, count=8000):
    p.lines(":detail 0", "x: f64[3]", f"for i in range({count}): x = jnp.sin(x) + i")


def test_commands_on_a_large_program(p):
    large_program(p)
    for line in (":program", ":toJaxpr", ":tracers", ":frames", ":draw", ":draw --svg", ":view a.html", ":export b.html",
                 ":export c.json", ":export d.svg", ":sample jnp.ones(3)", ":vars", ":source", ":why x"):
        p.interrupt(line)
    left = [f for f in os.listdir(p.s.home.name) if f.startswith(".dbidx-")]
    if left:
        raise Broken(f"files are left: {left}")


def test_commands_that_compile(p):
    large_program(p, 3000)
    p.lines(":out x")
    for line in (":run jnp.ones(3)", ":time jnp.ones(3)", ":compare jnp.ones(3)", ":mlir", ":llvm", ":asm", ":export e.ll"):
        p.interrupt(line)


def test_commands_that_run(p):
    p.lines("def long(n):\n    i = 0\n    while i < 10**9: i += 1\n    return n\n")
    for line in (":run long(3)", ":time long(3)", ":debug long(3)", ":whatif long(x: f64[n])", ":real long"):
        p.interrupt(line)


def test_strategies_of_a_long_loop(p):
    p.lines("def body(x):\n    @for_loop(0, 3, 1)\n    def loop(i, a):\n        for k in range(3000): a = jnp.sin(a) + k\n"
            "        return a\n    return loop(x)\n", "r = jax.make_jaxpr(body)(jnp.ones(3))")
    for line in (":compare-strategies body", ":whatif body(x: f64[n])", ":jaxpr body", ":sig loop", ":slots loop"):
        p.interrupt(line)


def test_debugger(p):
    p.lines("def body(x):\n    for k in range(20000): x = jnp.sin(x) + k\n    return x\n")
    p.s.send(":debug body(1.0)\r")
    p.s.wait(rb"debug >>> $")
    p.s.send("bre")
    p.key("the debugger's prompt")
    p.lines("break sin if k == 10**6")
    p.s.send("c\r")
    time.sleep(p.rng.uniform(0.01, 0.1))
    p.key("`c` in the debugger")
    p.s.send("q\r")
    p.prompt("q")
    p.intact("the debugger")


def test_completion(p):
    p.lines(*[f"name_{i} = {i}" for i in range(20)])
    p.s.send("jnp.\t\t")
    time.sleep(0.3)
    p.key("a list of completions")
    p.s.send("name_\t\t")
    time.sleep(0.2)
    p.key("a list of names")
    p.intact("completion")


def test_help_and_pages(p):
    for line in (":help", ":explain OutDBIdx", ":examples overview", ":log", ":api", ":tour", ":quiz 3"):
        p.s.send(line + "\r")
        p.key(line)
        p.intact(line)


def test_question_before_a_file_is_overwritten(p):
    p.lines("x: f64[3]", "y = jnp.sin(x)", ":out y", ":export! a.svg")
    p.s.send(":export a.svg\r")
    p.s.wait(rb"overwrite it\? \[y/N\] $")
    p.key("the question")
    p.intact("the question")


def test_graphviz(p):
    p.lines("x: f64[3]", "y = jnp.sin(x)", ":out y")
    p.interrupt(":export a.png", 0.1)
    p.interrupt(":export a.pdf", 0.1)
    time.sleep(0.1)
    if subprocess.run(["pgrep", "-f", "sleep 1234321"], capture_output=True).stdout:
        raise Broken("`dot` still runs")


def test_twice_quickly(p):
    for k in range(6):
        p.s.send("while True: pass\r")
        p.s.wait(rb"\.\.\. $")
        p.s.send("\r")
        time.sleep(p.rng.uniform(0.02, 0.1))
        p.key("a loop, twice", keys=2 + k, between=p.rng.choice([0, 0.0005, 0.005]))
        time.sleep(0.05)
        p.s.drain()
        p.intact("several Ctrl-C")


def test_while_the_last_one_is_unwinding(p):
    p.lines("def deep(n):\n    try: return deep(n + 1)\n    finally: s.append([n] * 100)\n", "s = []",
            "import sys", "l = [[i] for i in range(3 * 10**5)]")
    for _ in range(4):
        p.s.send("deep(0)\r")
        time.sleep(p.rng.uniform(0.0, 0.02))
        p.key("a deep call", keys=3, between=p.rng.uniform(0, 0.01))
        time.sleep(0.1)
        p.s.drain()
        p.s.send("print(len(s), len(l))\r")
        if not p.s.wait(rb"\n0 300000\n"):
            raise Broken(f"the line was not taken back: {p.s.screen[-300:]!r}")
        p.prompt("print")


def test_handlers_that_begin_again(p):
    p.lines("class Again:\n    def __enter__(self): pass\n    def __exit__(self, *e): f()\n",
            "def f():\n    with Again():\n        while True: pass\n",
            "def g():\n    try:\n        while True: pass\n    finally: g()\n",
            "def h():\n    try:\n        while True: pass\n    except: h()\n",
            "@qjit\ndef run(n: int): return jnp.arange(n).sum()\n",
            "def k():\n    try: run(10**12)\n    finally: k()\n")
    for call in "f()", "g()", "h()", "k()":
        p.s.send(call + "\r")
        time.sleep(p.rng.uniform(0.05, 0.2))
        p.s.send(b"\x03")
        time.sleep(p.rng.uniform(0.2, 0.4))
        p.key(call)
        p.intact(call)


def test_autograph_is_as_before(p):
    p.lines("from catalyst import disable_autograph",
            "def leave():\n    with disable_autograph:\n        try:\n            while True: pass\n"
            "        finally:\n            try:\n                while True: pass\n            finally: pass\n",
            "def total(n):\n    s = 0\n    for i in range(n): s = s + i\n    return s\n",
            "@qjit(autograph=True)\ndef outer(n): return total(n)\n")
    p.s.send("leave()\r")
    time.sleep(0.2)
    p.s.send(b"\x03")
    time.sleep(0.2)
    p.key("leave()")
    p.s.send("outer(4) + 1230\r")
    if not p.s.wait(rb"\n1236\n"):
        raise Broken(f"AutoGraph stays disabled: {p.s.screen[-300:]!r}")
    p.prompt("outer(4)")


def test_pasted_text(p):
    text = "(" + "+".join(f"x{i}" for i in range(200000)) + ")"
    path = pathlib.Path(p.s.home.name, "giant.py")
    path.write_text(f"y = {text}\n" + "".join(f"z{i} = [{i}, {i}]\n" for i in range(200000)))
    p.interrupt(":load giant.py", 0.01, 0.3)
    path.write_text("y = [" + "[1, 2, 3], " * 10**6 + "]\n")
    p.interrupt(":load giant.py", 0.01, 1.0)
    p.s.send(b"\x1b[200~" + b"".join(b"w%d = [%d]\n" % (i, i) for i in range(3000)) + b"\x1b[201~")
    p.key("pasted text")
    time.sleep(0.3)
    p.s.drain()
    p.s.send(b"\x03")
    time.sleep(0.2)
    p.s.drain()
    p.intact("pasted text")


def test_printing_that_nobody_reads(p):
    for line in ("print(list(range(10**7)))", "print(jnp.ones((1500, 1500)).tolist())", "list(range(5 * 10**6))",
                 "np.arange(3 * 10**6).tolist()", "'x' * 10**8"):
        p.s.send(line + "\r")
        time.sleep(p.rng.uniform(0.5, 2.0))  # the terminal's buffer is full
        p.key(line)
        p.intact(line)


# ---- no prompt: Ctrl-C ends the process as it ends others ----

def ends_by(program, arguments, text, wait=0.4, name="a.py"):
    with tempfile.TemporaryDirectory() as d:
        pathlib.Path(d, name).write_text(text)
        r = subprocess.Popen([program, *arguments], cwd=d, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                             start_new_session=True)
        time.sleep(wait)
        watch = moments.Stopwatch(r.pid)
        os.killpg(r.pid, signal.SIGINT)
        end = time.monotonic() + 120
        while not os.waitid(os.P_PID, r.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG):
            if time.monotonic() > end:
                os.killpg(r.pid, signal.SIGKILL)
                r.wait()
                raise Broken(f"{arguments} does not end")
            time.sleep(0.001)
        took = watch.seconds()
        r.wait()
        return r.returncode, took, r.stderr.read().decode(errors="replace")


PROGRAMS = {
    "a loop": "while True: pass\n",
    "compiled": "from catalyst import qjit\nimport jax.numpy as jnp\n@qjit\ndef f(n: int): return jnp.arange(n).sum()\nf(10**12)\n",
    "a large file": "x = 0\n" + "x = x + 1\n" * 10**6,
    "integers": "x = 3**(10**8)\n",
}


def file_ends(program):
    for what, text in PROGRAMS.items():
        for arguments in (["run", "a.py"], ["check", "a.py"], ["inspect", "--emit=jaxpr", "a.py"], ["bench", "a.py"]):
            if what == "a large file" and arguments[0] != "run":
                continue
            code, took, err = ends_by(program, arguments, text)
            done = code in (0, 1) and took < 0.5
            if code not in (130, -signal.SIGINT) and not (done and arguments[0] != "run"):
                raise Broken(f"{arguments} of {what}: exit status {code} after {took:.1f} s: {err[-200:]}")


def watch_ends(program):
    for wait in (0.3, 1.0):
        code, _, err = ends_by(program, ["watch", "a.py"], PROGRAMS["a loop"], wait)
        if code not in (130, -signal.SIGINT):
            raise Broken(f"watch: exit status {code}: {err[-200:]}")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("names", nargs="*")
    p.add_argument("--seed", type=int, default=1)
    o = p.parse_args()
    program, passed, failed = os.path.abspath(o.program), 0, 0
    tools = tempfile.TemporaryDirectory()
    dot = pathlib.Path(tools.name, "dot")
    dot.write_text("#!/bin/sh\nexec sleep 1234321\n")
    dot.chmod(0o755)
    tests = {n[5:]: f for n, f in globals().items() if n.startswith("test_")}
    everything = {**tests, "file_ends": file_ends, "watch_ends": watch_ends}
    chosen = [n for n in everything if not o.names or n in o.names]

    def wrong(name):
        """None, or what is wrong at a place."""
        try:
            if name not in tests:
                return everything[name](program)
            place = Place(program, random.Random(o.seed), tools.name if name == "graphviz" else None)
            try:
                return tests[name](place)
            finally:
                place.leave()
        except (Broken, OSError) as e:
            return str(e)

    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        for name, said in zip(chosen, pool.map(wrong, chosen)):
            passed, failed = passed + (said is None), failed + (said is not None)
            if said is not None:
                print(f"FAIL {name}: {said}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
