#!/usr/bin/env python3
"""`dbidx serve`: framing, errors, methods, interrupts, sessions, the examples of docs/serve.md, random requests.

usage: run.py PROGRAM [--requests N] [--seed S] [--only PART]
The random requests are half of them malformed; memory is read from /proc. Failures, then `N passed, N failed`.
"""
import argparse
import json
import os
import pathlib
import random
import re
import select
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import speaks  # noqa: E402
from counted import check, end  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


class Ended(Exception):
    """The program has ended, or said what is no message."""


class Server:
    """The program under test, and strict reading of what it says."""

    def __init__(self, program, *options):
        environment = dict(os.environ, DBIDX_CACHE="session")
        self.p = subprocess.Popen([program, "serve", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, env=environment)
        self.bytes = b""
        self.id = 0

    def send_bytes(self, data):
        try:
            self.p.stdin.write(data)
            self.p.stdin.flush()
        except BrokenPipeError as e:
            raise Ended("it does not read") from e

    def send(self, message):
        body = message if isinstance(message, bytes) else json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def receive(self, seconds=60):
        """The next message; None at the end."""
        end = time.monotonic() + seconds
        while True:
            m = re.match(rb"Content-Length: (\d+)\r\n\r\n", self.bytes)
            if m and len(self.bytes) >= m.end() + int(m[1]):
                body, self.bytes = self.bytes[m.end():m.end() + int(m[1])], self.bytes[m.end() + int(m[1]):]
                try:
                    return json.loads(body.decode("utf-8"))
                except ValueError as e:
                    raise Ended(f"no JSON: {body[:200]}: {e}") from e
            if self.bytes and not m and not b"Content-Length: ".startswith(self.bytes[:16]) and not re.match(rb"Content-Length: \d*\r?\n?\r?$", self.bytes):
                raise Ended(f"no message: {self.bytes[:200]}")
            ready, _, _ = select.select([self.p.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise Ended("no answer in time")
            more = os.read(self.p.stdout.fileno(), 1 << 16)
            if not more:
                if self.bytes:
                    raise Ended(f"it ended within a message: {self.bytes[:200]}")
                return None
            self.bytes += more

    def ask(self, method, **params):
        """Sends a request: (answer, notifications before it)."""
        self.id += 1
        self.send({"jsonrpc": "2.0", "id": self.id, "method": method, "params": params})
        return self.answer(self.id)

    def answer(self, id):
        before = []
        while True:
            m = self.receive()
            if m is None:
                raise Ended("the end of the output")
            if "method" not in m:
                if m.get("id") != id:
                    raise Ended(f"an answer to {m.get('id')}, not to {id}: {m}")
                return m, before
            before.append(m)

    def printed(self, text, session="main"):
        """What evaluating the text prints and the classes of errors that are reported."""
        answer, before = self.ask("evaluate", text=text, session=session)
        out = "".join(m["params"]["text"] for m in before if m["method"] == "output")
        out = re.sub("0x[0-9a-f]+", "0x", out)
        return out, [m["params"]["diagnostic"]["class"] for m in before if m["method"] == "diagnostic"], answer

    def end(self):
        """Its exit status after the end of the input, and what it left unread on standard error."""
        self.p.stdin.close()
        try:
            while self.receive() is not None:
                pass
            self.p.wait(120)
        except (Ended, subprocess.TimeoutExpired):
            self.p.kill()
            self.p.wait()
        errors = self.p.stderr.read()
        self.p.stdout.close()
        self.p.stderr.close()
        return self.p.returncode, errors

    def resident(self):
        """KB."""
        return int(re.search(r"VmRSS:\s+(\d+)", pathlib.Path(f"/proc/{self.p.pid}/status").read_text())[1])


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


# ---- framing ----

def framing(program):
    s = Server(program)
    good = json.dumps(request(1, "evaluate", text="40 + 2")).encode()

    def answered(name, data, errors, id=1):
        for piece in data:
            s.send_bytes(piece)
            time.sleep(0.02 if len(data) > 1 else 0)
        for _ in range(errors):
            m = s.receive()
            check(f"{name}: told", m.get("id", 0) is None and m["error"]["code"] == -32700, m)
        a, before = s.answer(id)
        check(name, a["result"]["ok"] and before[0]["params"]["text"] == "42\n", (a, before))

    head = b"Content-Length: %d\r\n\r\n" % len(good)
    answered("a message", [head + good], 0)
    answered("lines that end in a newline", [head.replace(b"\r", b"") + good], 0)
    answered("header in small letters, without a blank", [head.lower().replace(b" ", b"") + good], 0)
    answered("other headers", [b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nX-Y: z\r\n" + head + good], 0)
    answered("in pieces", [head[:7], head[7:19], head[19:] + good[:5], good[5:]], 0)
    answered("empty lines before", [b"\r\n\r\n" + head + good], 0)
    answered("behind bytes that are none", [b"this is no header\r\n\r\n" + head + good], 1)
    answered("behind many of them", [b"junk\n" * 5000 + b"\n" + head + good], 1)
    answered("behind a long line", [b"x" * 100000 + head + good], 1)
    answered("behind a length that is none", [b"Content-Length: three\r\n\r\n" + head + good], 1)
    answered("behind a negative length", [b"Content-Length: -3\r\n\r\n" + head + good], 1)
    answered("behind a length that is too large", [b"Content-Length: 99999999999999999999\r\n\r\n" + head + good], 1)
    answered("behind no length", [b"Content-Type: x\r\n\r\n" + b"{}\r\n\r\n" + head + good], 1)
    s.send_bytes(b"Content-Length: 3\r\n\r\n[1]]]" + head + good)
    codes = [s.receive() for _ in range(2)]
    flat = [m[0] if isinstance(m, list) else m for m in codes]
    check("behind a body that is longer than it says", [m["error"]["code"] for m in flat] == [-32600, -32700], codes)
    check("and then a message", s.answer(1)[0]["result"]["ok"])
    s.send_bytes(b"Content-Length: 0\r\n\r\n")
    check("an empty body", s.receive()["error"]["code"] == -32700)
    long = json.dumps(request(2, "evaluate", text="x = '" + "é" * 3000000 + "'\nlen(x)"), ensure_ascii=False).encode()
    s.send(long)
    check("a long message", s.answer(2)[1][0]["params"]["text"] == "3000000\n")
    s.send_bytes(b"Content-Length: 50\r\n\r\n{")
    s.p.stdin.close()
    check("the end of the input within a message", s.receive()["error"]["code"] == -32700)
    check("it ends then", s.receive() is None)
    s.p.wait(120)
    check("exit status", s.p.returncode == 0, s.p.returncode)


# ---- errors ----

def errors(program):
    s = Server(program)
    for name, body, id, code in [
            ("no JSON", b"{", None, -32700), ("no UTF-8", b'{"jsonrpc": "2.0", "id": 1, "method": "\xff"}', None, -32700),
            ("a number", b"3", None, -32600), ("a text", b'"x"', None, -32600), ("null", b"null", None, -32600),
            ("an empty list", b"[]", None, -32600), ("no version", b'{"id": 1, "method": "info"}', 1, -32600),
            ("another version", b'{"jsonrpc": "1.0", "id": 1, "method": "info"}', 1, -32600),
            ("no method", b'{"jsonrpc": "2.0", "id": 1}', 1, -32600), ("a number as the method", b'{"jsonrpc": "2.0", "id": 1, "method": 3}', 1, -32600),
            ("a list as the id", b'{"jsonrpc": "2.0", "id": [], "method": "info"}', None, -32600),
            ("a deep text", b"[" * 100000, None, -32700), ("a large number", b'{"jsonrpc": "2.0", "id": 1e999, "method": "info"}', None, -32700),
            ("an unknown method", b'{"jsonrpc": "2.0", "id": "a", "method": "infos"}', "a", -32601),
            ("a method with a NUL", b'{"jsonrpc": "2.0", "id": "a", "method": "info\\u0000"}', "a", -32601),
            ("parameters as a list", b'{"jsonrpc": "2.0", "id": 2, "method": "evaluate", "params": ["1"]}', 2, -32602),
            ("no parameters", b'{"jsonrpc": "2.0", "id": 2, "method": "evaluate"}', 2, -32602),
            ("a number as a text", b'{"jsonrpc": "2.0", "id": 2, "method": "evaluate", "params": {"text": 1}}', 2, -32602),
            ("a text with a NUL", b'{"jsonrpc": "2.0", "id": 2, "method": "evaluate", "params": {"text": "a\\u0000b"}}', 2, -32602),
            ("a number as the session", b'{"jsonrpc": "2.0", "id": 2, "method": "info", "params": {"session": 1}}', 2, -32602),
            ("an unknown parameter", b'{"jsonrpc": "2.0", "id": 2, "method": "info", "params": {"text": "1"}}', 2, -32602),
            ("a text as the position", b'{"jsonrpc": "2.0", "id": 2, "method": "complete", "params": {"text": "1", "position": "1"}}', 2, -32602),
            ("what was not traced", b'{"jsonrpc": "2.0", "id": 2, "method": "why", "params": {"of": "x"}}', 2, -32000),
            ("an unknown form", b'{"jsonrpc": "2.0", "id": 2, "method": "view", "params": {"form": "x"}}', 2, -32000),
            ("an unknown page", b'{"jsonrpc": "2.0", "id": 2, "method": "explain", "params": {"name": "no such page"}}', 2, -32000),
            ("an unknown setting", b'{"jsonrpc": "2.0", "id": 2, "method": "open", "params": {"settings": {"x": "y"}}}', 2, -32000),
            ("a setting that is no text", b'{"jsonrpc": "2.0", "id": 2, "method": "open", "params": {"settings": {"dims": 1}}}', 2, -32000)]:
        s.send(body)
        m = s.receive()
        check(name, m.get("id", 0) == id and m.get("error", {}).get("code") == code and m["error"]["message"], m)
    s.send({"jsonrpc": "2.0", "method": "evaluate", "params": {"text": "x = 41"}})
    s.send({"jsonrpc": "2.0", "method": "evaluate", "params": {"text": 3}})
    s.send([request(7, "state", text="x"), {"jsonrpc": "2.0", "method": "info"}, request(8, "nope")])
    m = s.receive()
    check("a list, and requests without an id", [a["id"] for a in m] == [7, 8] and m[1]["error"]["code"] == -32601, m)
    check("they were carried out", s.printed("x + 1")[0] == "42\n")
    for id in (None, 1.5, "é", 2 ** 60):
        s.send({"jsonrpc": "2.0", "id": id, "method": "close"})
        m = s.receive()
        check(f"the id {id}", m == {"jsonrpc": "2.0", "id": id, "result": None}, m)
    for i in range(70):
        s.send(request(i, "open", session=f"s{i}"))
    answers = [s.receive() for _ in range(70)]
    check("too many sessions", sum("error" in a for a in answers) == 6, [a for a in answers if "error" in a][:1])
    s.end()


# ---- methods ----

PROGRAM = """from catalyst import qjit, for_loop
from jax import numpy as jnp
@qjit
def f(n: int):
    y = jnp.ones([n, 3])
    @for_loop(0, 3, 1)
    def g(i, z): return z + y
    return g(y)
"""
WRONG = "def h(n):\n    return jnp.ones([n]) + jnp.ones([n + 1])\nk: int\nh(k)\n"


def output_of(program, *args, text=None):
    """What the program prints, standard output and standard error, when it is called otherwise."""
    path = pathlib.Path(f"/tmp/dbidx-serve-{os.getpid()}.py")
    path.write_text(text or "")
    try:
        r = subprocess.run([program, *[a.replace("FILE", str(path)) for a in args]], capture_output=True, text=True,
                           timeout=120, check=False, env=dict(os.environ, DBIDX_CACHE="session"))
    finally:
        path.unlink()
    return r.stdout, r.stderr


def without_places(v):
    """Files are called otherwise at the prompt."""
    if isinstance(v, dict):
        return {k: without_places(x) for k, x in v.items() if k not in ("span", "begin", "end", "line")}
    return [without_places(x) for x in v] if isinstance(v, list) else v


def methods(program):
    s = Server(program)
    out, classes, a = s.printed("x = [1, 2]\nfor i in x:\n    print(i)\n\n    print(-i)\nx")
    check("evaluate: lines", out == "1\n-1\n2\n-2\n[1, 2]\n" and not classes and a["result"]["ok"], out)
    out, classes, a = s.printed("print('a')\n1 / 0\nprint('b')")
    check("evaluate: up to the first that fails", out == "a\n" and classes == ["ZeroDivisionError"] and a["result"]["ok"] is False, out)
    out, classes, _ = s.printed("import warnings, sys\nwarnings.warn('w')\nprint('e', file=sys.stderr)")
    check("evaluate: warnings and standard error", classes == ["UserWarning"] and out == "e\n", (out, classes))
    out, classes, _ = s.printed("print('x' * 100000, 'é' * 50000)")
    check("evaluate: long texts", out == "x" * 100000 + " " + "é" * 50000 + "\n", len(out))
    for text in (":edit", ":paste"):
        check(f"evaluate: {text} fails", s.printed(text)[1] == ["ValueError"], s.printed(text))
    check("evaluate: commands", "array" in s.printed("?jnp.ones")[0] and "jnp" not in s.printed(":detail")[0])
    check("evaluate: nothing", s.printed("")[2]["result"]["ok"] and s.printed("# a comment\n\n")[0] == "")
    check("evaluate: a transcript", s.printed(">>> 1 + 1\n2\n>>> 3\n3\n")[0] == "2\n3\n")

    answer, before = s.ask("evaluate", text=PROGRAM, events=True)
    got = [m["params"]["event"] for m in before if m["method"] == "event"]
    want = [json.loads(line) for line in output_of(program, "inspect", "FILE:f", "--emit=events", text=PROGRAM)[0].splitlines()]
    check("events are those of inspect", want and without_places(got) == without_places(want), (len(got), len(want)))
    check("evaluate: traces", answer["result"]["traced"] is True, answer)
    want = output_of(program, "inspect", "FILE:f", "--emit=jaxpr", text=PROGRAM)[0]
    check("view jaxpr", s.ask("view", form="jaxpr", name="f")[0]["result"] == want, want)
    want = output_of(program, "inspect", "FILE:f", "--emit=types", text=PROGRAM)[0]
    check("view types", s.ask("view", form="types", name="f")[0]["result"] == want, want)
    for form, begin in (("svg", "<svg"), ("html", "<!DOCTYPE html>"), ("dot", "digraph"), ("py", "def f(n: int):"), ("text", "dimensions"), ("mlir", "func.func"), ("ll", "define")):
        r = s.ask("view", form=form, name="f")[0]
        check(f"view {form}", begin in r.get("result", "") and len(r.get("result", "")) > 40, r)
    check("view json", "functions" in s.ask("view", form="json")[0]["result"])
    for of, emit in (("y.shape[0]", "why"), ("n", "users")):
        want = [json.loads(line) for line in output_of(program, "inspect", "FILE:f", f"--emit={emit}", f"--of={of}", "--json", text=PROGRAM)[0].splitlines()]
        got = s.ask(emit, of=of)[0].get("result")
        check(f"{emit} is that of inspect", want and without_places(got) == without_places(want), (got, want))

    s.ask("evaluate", text="from jax import numpy as jnp", session="wrong")
    _, before = s.ask("evaluate", text=WRONG, session="wrong")
    d = [m["params"] for m in before if m["method"] == "diagnostic"]
    check("a mismatch", len(d) == 1 and d[0]["diagnostic"]["code"] == "E301" and len(d[0]["diagnostic"]["operands"]) == 2 and
          d[0]["diagnostic"]["births"] and d[0]["diagnostic"]["fixes"] and "error[E301]" in d[0]["text"], d)
    r = s.ask("inspect", text="jnp.ones([k])", position=11, session="wrong")[0]["result"]
    check("inspect: type and births", r["name"] == "k" and "argument" in r["why_text"] and r["why"][0]["type"] == "i64[]", r)
    r = s.ask("inspect", text="a\njnp.ones_like(x)", position=10)[0]["result"]
    check("inspect: a function", r["name"] == "jnp.ones_like" and "function of arrays" in r["about"] and r["why"] == [], r)
    r = s.ask("inspect", text="  ", position=1)[0]["result"]
    check("inspect: nothing", r["name"] == "" and r["about"] == "", r)
    r = s.ask("inspect", text=":why x", position=2)[0]["result"]
    check("inspect: a command", r["name"] == ":why" and ":why" in r["about"], r)

    s.printed("éclair = 1\nabc = jnp")
    for text, position, matches, start in (("é = écl", 7, ["éclair"], 4), ("abc.linalg.no", 13, None, 0), (":expl", 5, [":explain"], 0),
                                           ("1\n:explain InDB", 15, ["InDBIdx"], 11), ("zzzz", 4, [], 0), ("écl + zzz", 3, ["éclair"], 0)):
        r = s.ask("complete", text=text, position=position)[0]["result"]
        ok = r["matches"] == matches if matches is not None else isinstance(r["matches"], list)
        check(f"complete {text!r}", ok and (r["start"] == start or matches is None) and r["end"] == position, r)
    check("complete behind the end", s.ask("complete", text="écl", position=99)[0]["result"]["end"] == 3)
    check("complete before the beginning", s.ask("complete", text="écl", position=-5)[0]["result"]["end"] == 0)
    for text, state in (("x = 1", "complete"), ("def f():", "incomplete"), ("def f():\n    pass", "block"), ("(1,", "incomplete"),
                        ("x = = 1", "wrong"), (":why x", "complete"), ("?x", "complete"), ("", "complete")):
        check(f"state {text!r}", s.ask("state", text=text)[0]["result"]["state"] == state, s.ask("state", text=text)[0])
    r = s.ask("explain", name="InDBIdx")[0]["result"]
    check("explain", r["markdown"] == (ROOT / "docs/terms/InDBIdx.md").read_text() and r["text"] == output_of(program, "explain", "InDBIdx")[0], r["text"][:80])
    check("explain a code", s.ask("explain", name="E301")[0]["result"]["markdown"].startswith("# E301"))
    r = s.ask("info")[0]["result"]
    check("info", f"dbidx {r['version']}" == output_of(program, "--version")[0].strip() and len(r["methods"]) >= 12, r)
    listed = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", (ROOT / "docs/serve.md").read_text().split("## Methods")[1].split("```")[0], re.M)
    check("the page lists the methods", sorted(re.findall(r"\w+", " ".join(listed))) == sorted(m["name"] for m in r["methods"]), listed)
    r = s.ask("open", session="o", settings={"dims": "symbolic", "target": "catalyst-0.15"})[0]["result"]
    check("open", r["dims"] == "symbolic" and r["target"] == "catalyst-0.15", r)
    check("settings are the session's", s.ask("open", session="p")[0]["result"]["dims"] == "identity")
    out, _, a = s.printed("1\n:quit\n2", session="q")
    check(":quit ends the session", out == "1\n" and a["result"]["ended"] and s.printed("_", session="q")[1] == ["NameError"], out)
    status, left = s.end()
    check("the end of the input", status == 0 and left == b"", (status, left))
    s = Server(program, "--target=catalyst-0.15", "--dims=symbolic", "--engine=interp")
    r = s.ask("open", session="x")[0]["result"]
    check("options are those of all sessions", (r["target"], r["dims"], r["engine"]) == ("catalyst-0.15", "symbolic", "interp"), r)
    s.send(request(99, "exit"))
    check("exit", s.answer(99)[0]["result"] is None and s.receive() is None and s.p.wait(120) == 0)


# ---- interrupts ----

ENDLESS = {
    "a loop": "while True: pass",
    "integers": "x = 3 ** 100000000",
    "a list": "x = [0]\nwhile True: x += [len(x) % 7]\n",
    "a loop that prints": "i = 0\nwhile True:\n    i += 1\n    print(i)\n",
    "a compiled loop": "from catalyst import qjit, while_loop\nfrom jax import numpy as jnp\n@qjit\ndef f(n: int):\n    @while_loop(lambda i: i >= 0)\n"
                       "    def g(i): return (i + 1) % 1000000\n    return g(n)\n\nf(1)\n",
    "tracing": "from catalyst import qjit\nfrom jax import numpy as jnp\n@qjit\ndef f(n: int):\n    x = jnp.ones([n])\n    while True:\n        x = jnp.sin(x)\n\nf(3)\n",
}


def interrupted(s, id, by):
    """(answer, seconds) of the request that is interrupted by another; None: it was not."""
    begin = time.monotonic()
    s.send(by)
    while True:
        m = s.receive()
        if m is None:
            raise Ended("the end of the output")
        if m.get("id") == id and "method" not in m:
            return m, time.monotonic() - begin


def interrupts(program):
    s = Server(program)
    for i, (name, text) in enumerate(ENDLESS.items()):
        for wait in (0, 0.4):
            s.send(request(f"run {i}", "evaluate", text=text))
            time.sleep(wait)
            a, seconds = interrupted(s, f"run {i}", request("stop", "interrupt", **({"id": f"run {i}"} if i % 2 else {})))
            ok = a.get("result", {}).get("ok") is False or a.get("error", {}).get("code") == -32800
            check(f"{name} after {wait} s", ok and seconds < 20, (a, seconds))
            check(f"{name} after {wait} s: told", s.answer("stop")[0]["result"] == {"interrupted": True})
            check(f"{name} after {wait} s: goes on", s.printed("6 * 7")[0] == "42\n")
    check("nothing runs", s.ask("interrupt")[0]["result"] == {"interrupted": False})
    s.send(request(1, "evaluate", text="while True: pass"))
    s.send(request(2, "evaluate", text="print('never')"))
    s.send(request(3, "evaluate", text="print('later')"))
    s.send(request(4, "interrupt", id=2))
    s.send(request(5, "interrupt", id="nobody"))
    time.sleep(0.3)
    s.send(request(6, "interrupt", id=1))
    seen = []
    while not seen or seen[-1].get("id") != 6:
        seen.append(s.receive())
    by_id = {m["id"]: m for m in seen if "id" in m}
    texts = [m["params"]["text"] for m in seen if m.get("method") == "output"]
    check("one of several", by_id[1]["result"]["ok"] is False and by_id[2]["error"]["code"] == -32800 and by_id[3]["result"]["ok"], by_id)
    check("one of several: who was", [by_id[i]["result"]["interrupted"] for i in (4, 5, 6)] == [True, False, True], by_id)
    check("one of several: in order", texts == ["later\n"] and [m["id"] for m in seen if "id" in m] == [1, 2, 3, 4, 5, 6], texts)
    s.send(request(1, "evaluate", text="print('now')\nwhile True: pass"))
    m = s.receive()
    check("what is printed comes while it runs", m.get("method") == "output" and m["params"]["text"] == "now\n", m)
    s.p.stdout.close()
    s.p.stdin.close()
    try:
        status = s.p.wait(120)
    except subprocess.TimeoutExpired:
        status = "it goes on"
        s.p.kill()
        s.p.wait()
    check("it ends if nobody reads", status in (0, -13), status)


# ---- sessions ----

def sessions(program):
    s = Server(program)
    lines = {"a": ["from jax import numpy as jnp", "n: int", "x = jnp.ones([n])", "import sys\nsys.recursionlimit_ = 1", "def f(): return 'a'",
                   "class C:\n    k = 'a'", ":detail 0", "y = x + 1", "x = undefined", ":undo", ":out x"],
             "b": ["from jax import numpy as jnp", "m: int\nn: int", "x = jnp.zeros([m, n])", "import math", "def f(): return 'b'",
                   "class C:\n    k = 'b'", ":detail 3", "z = jnp.sum(x)", "1 / 0", ":undo", ":new"]}
    alone = {}
    for name, text in lines.items():
        alone[name] = [s.printed(line, session=f"{name} alone")[:2] for line in [*text, "f(), C.k", ":vars", ":log"]]
    rng, together, at = random.Random(4), {"a": [], "b": []}, {"a": 0, "b": 0}
    todo = {name: [*text, "f(), C.k", ":vars", ":log"] for name, text in lines.items()}
    while any(at[k] < len(todo[k]) for k in at):
        k = rng.choice([k for k in at if at[k] < len(todo[k])])
        together[k].append(s.printed(todo[k][at[k]], session=k)[:2])
        at[k] += 1
    for k in at:
        for line, one, other in zip(todo[k], alone[k], together[k]):
            check(f"session {k}: {line!r}", one == other, (one, other))
    s.ask("close", session="a")
    check("the other goes on", s.printed("f()", session="b")[0] == "'b'\n")
    check("one that is closed begins anew", s.printed("f()", session="a")[1] == ["NameError"])
    s.end()


# ---- the page ----

def page(program):
    text = (ROOT / "docs/serve.md").read_text()
    blocks = re.findall(r"^```jsonrpc\n(.*?)^```", text, re.M | re.S)
    check("the page has examples", len(blocks) >= 5)
    for block in blocks:
        s = Server(program)
        for line in block.splitlines():
            arrow, body = line[:4], line[4:]
            if arrow == "--> ":
                s.send(body.encode())
                continue
            got = s.receive()
            check(f"the page: {body[:90]}", arrow == "<-- " and got == json.loads(body), json.dumps(got))
        s.end()


# ---- random requests ----

TEXTS = ["1 + 1", "x = 3", "x", "print('é' * 10)", "n: int", "m: int", "y = jnp.ones([n])", "from jax import numpy as jnp", ":undo", ":redo", ":new",
         "1 /", "undefined", ":types", ":why y", ":draw", "def f(a):\n    return a + 1", "f(2)", "[i for i in range(100)]", "?x", ":nope", "raise ValueError('x')",
         "from catalyst import qjit\n@qjit\ndef g(n: int):\n    return n + 1\n\ng(2)", ":out y", "y + jnp.ones([n + 1])", ":set dims symbolic", ":quit", "'\x00\x7f\u2028'"]


def valid(rng):
    session = rng.choice(["main", "a", "b", "c"])
    method = rng.choice(["evaluate"] * 6 + ["complete", "inspect", "state", "why", "users", "view", "info", "open", "close", "explain", "interrupt"])
    text = rng.choice(TEXTS)
    params = {"evaluate": {"text": text, "events": rng.random() < 0.2}, "complete": {"text": text, "position": rng.randrange(-3, 20)},
              "inspect": {"text": text, "position": rng.randrange(20)}, "state": {"text": text}, "why": {"of": rng.choice(["x", "y", "n", "y.shape[0]", "a == b"])},
              "users": {"of": "n"}, "view": {"form": rng.choice(["svg", "text", "jaxpr", "types", "json", "dot"])}, "open": {"settings": {"engine": "interp"}},
              "explain": {"name": rng.choice(["InDBIdx", "E301", "nothing"])}}.get(method, {})
    return {"method": method, "params": {"session": session, **params}}


def malformed(rng, id):
    """(bytes, how many answers to nobody there are, are there answers to id)."""
    body = json.dumps({"jsonrpc": "2.0", "id": id, **valid(rng)}).encode()
    head = b"Content-Length: %d\r\n\r\n"
    kind = rng.randrange(9)
    if kind == 0:  # cut
        body = body[:rng.randrange(1, len(body))]
        return head % len(body) + body, 1, 0
    if kind == 1:  # bytes that are no UTF-8
        at = rng.randrange(len(body))
        body = body[:at] + b"\xff\xfe" + body[at:]
        return head % len(body) + body, 1, 0
    if kind == 2:  # no message at all
        return rng.randbytes(rng.randrange(1, 300)).replace(b"\n", b" ").replace(b":", b";").replace(b"\r", b" ") + b"!\n\n", 1, 0
    if kind == 3:
        return rng.choice([b"Content-Length: x\r\n\r\n", b"Content-Length: -1\n\n", b"Content-Length: 99999999999\r\n\r\n", b"Content-Length:\r\n\r\n"]), 1, 0
    if kind == 4:  # a value that is no request
        body = json.dumps(rng.choice([1, "x", None, True, [], {}, {"jsonrpc": "2.0"}, {"id": []}])).encode()
        return head % len(body) + body, 1, 0
    request = json.loads(body)
    if kind == 5:
        request["method"] = rng.choice(["", "evaluat", "é", "x" * 5000, "info\0"])
    elif kind == 6:
        request["params"] = rng.choice([[], 3, {"no": 1}, {"session": 3}, {"session": "a\0b"}])
    elif kind == 7:
        request["jsonrpc"] = rng.choice(["1.0", 2.0, None, {}])
    else:
        request["method"] = rng.choice([None, 1, [], {}])
    body = json.dumps(request).encode()
    return head % len(body) + body, 0, 1


def random_requests(program, count, seed):
    rng = random.Random(seed)
    s = Server(program, "--engine=interp")
    memory, answers, wrong, window = [], 0, [], 20
    for begin in range(0, count, window):
        expected, nobody, data = [], 0, b""
        for i in range(begin, min(begin + window, count)):
            if i % 2:
                piece, more, own = malformed(rng, i)
                nobody += more
                expected += [(i, False)] * own
                data += piece
            else:
                body = json.dumps({"jsonrpc": "2.0", "id": i, **valid(rng)}).encode()
                data += b"Content-Length: %d\r\n\r\n" % len(body) + body
                expected.append((i, True))
        s.send_bytes(data)
        while expected or nobody:
            m = s.receive(120)
            if m is None:
                raise Ended(f"it ended: {s.p.wait()} {s.p.stderr.read()[-500:]}")
            if m.get("jsonrpc") != "2.0":
                wrong.append(m)
            if "method" in m:
                if set(m) != {"jsonrpc", "method", "params"} or m["method"] not in ("output", "event", "diagnostic"):
                    wrong.append(m)
                continue
            if len(m) != 3 or ("result" in m) == ("error" in m) or ("error" in m and not {"code", "message"} <= set(m["error"])):
                wrong.append(m)
            answers += 1
            if m["id"] is None:
                nobody -= 1
                if "error" not in m:
                    wrong.append(m)
            elif expected and expected[0][0] == m["id"]:
                if not expected.pop(0)[1] and "error" not in m:
                    wrong.append(m)
            else:
                raise Ended(f"an answer to {m['id']}, not to {expected[:1]}")
        if (begin // window) % 10 == 9 or begin + window >= count:
            for name in ("main", "a", "b", "c"):
                s.send(request("close", "close", session=name))
                s.answer("close")
            memory.append(s.resident())
    check("random requests: every one is answered", answers == count, (answers, count))
    check("random requests: every message is well-formed", not wrong, wrong[:3])
    check("random requests: it still works", s.printed("6 * 7")[0] == "42\n")
    early, last = max(memory[: max(1, len(memory) // 3)]), memory[-1]
    check("random requests: memory is flat", last <= early * 1.05 + 2048, memory)
    print(f"{count} requests, {answers} answers; resident {early} KB after a third, {last} KB at the end")
    status, left = s.end()
    check("random requests: the end", status == 0 and left == b"", (status, left))


PARTS = {"framing": framing, "errors": errors, "methods": methods, "interrupts": interrupts, "sessions": sessions, "page": page}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--requests", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only")
    args = parser.parse_args()
    if speaks.silent(args.program):
        return 1
    parts = {**PARTS, "random": lambda program: random_requests(program, args.requests, args.seed)}
    for name, part in parts.items():
        if args.only in (None, name):
            try:
                part(args.program)
            except (Ended, KeyError, IndexError, TypeError, AttributeError, subprocess.TimeoutExpired, OSError, ValueError) as e:
                check(name, False, repr(e))
    return end()


sys.exit(main())
