#!/usr/bin/env python3
"""The Python package around `dbidx serve`: client, trace, explain, what notebooks show, the course as notebooks.

usage: package.py PROGRAM
Python's standard library is all that it needs. Failures, then `N passed, N failed`.
"""
import contextlib
import functools
import html
import io
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.path.insert(0, str(ROOT / "tests"))
os.environ["DBIDX"] = os.path.abspath(sys.argv[1])
os.environ["DBIDX_CACHE"] = "session"

import dbidx  # noqa: E402
from dbidx import course, tracing  # noqa: E402
from dbidx.client import Client, Ended, RequestError, Session, new_session  # noqa: E402
from counted import check, end  # noqa: E402
from speaks import silent  # noqa: E402

SCALE = 3


# ---- functions that are traced ----

def scaled(a):
    return a * SCALE


def adds(x, y):
    return scaled(x) + y


def ones(n: int):
    return jnp.ones([n, 2])  # noqa: F821


def rows(n: int, x: "f64[n, 3]"):  # noqa: F722
    return jnp.sum(x, axis=1)  # noqa: F821


def grows(n: int):
    return jnp.ones([n]) + jnp.ones([n + 1])  # noqa: F821


def with_default(x: "f64[3]", k=2):  # noqa: F722
    return x * k


def qjit(f):
    return f


@qjit
def decorated(n: int):
    return n + 1


def wrapping(f):
    @functools.wraps(f)
    def inner(*args):
        return f(*args)
    return inner


@wrapping
def wrapped(x):
    return x


def closure():
    inside = 7

    def f(n: int):
        return n + inside
    return f


LINES = """{ lambda ; a:i64[] b:f64[a] c:f64[a]. let
    d:f64[a] = broadcast_in_dim[broadcast_dimensions=() shape=(None,)] 3.0 a
    e:f64[a] = mul b d
    f:f64[a] = add e c
  in (f,) }
"""


def refused(name, f, words):
    try:
        f()
        check(name, False, "it is accepted")
    except tracing.NotTraceable as e:
        check(name, words in str(e), e)


def traces():
    t = dbidx.trace(adds, "f64[n]", "f64[n]")
    check("trace: the Jaxpr", t.ok and t.jaxpr == LINES and repr(t) == LINES.rstrip("\n"), t.jaxpr)
    check("trace: types", "f64[InDBIdx(0)]" in t.types, t.types)
    check("trace: the drawing and the document", t.view("svg").startswith("<svg") and "functions" in t.view("json"))
    check("trace: MLIR", "func.func" in (t.view("mlir") or ""))
    check("trace: there is no such view", t.view("nothing") is None)
    check("trace: why", t.why("y")[0]["type"] == "f64[a]", t.why("y"))
    check("trace: annotations", "f64[a,2]" in dbidx.trace(ones).jaxpr and "reduce_sum" in dbidx.trace(rows).jaxpr)
    check("trace: types win over annotations", "b:f64[a,2]" in dbidx.trace(ones, "int").jaxpr and dbidx.trace(rows, int, "f32[n, 3]").ok)
    check("trace: defaults", dbidx.trace(with_default).ok and "mul" in dbidx.trace(with_default).jaxpr)
    check("trace: qjit above it", "add a 1" in dbidx.trace(decorated).jaxpr)
    check("trace: a wrapped function", dbidx.trace(wrapped, "f64[n]").jaxpr == "{ lambda ; a:i64[] b:f64[a]. let  in (b,) }\n", dbidx.trace(wrapped, "f64[n]").jaxpr)
    check("trace: a closure", "add a 7" in dbidx.trace(closure()).jaxpr)
    check("trace: settings", dbidx.trace(grows).ok is False and dbidx.trace(ones, target="catalyst-0.15").jaxpr != dbidx.trace(ones).jaxpr)
    w = dbidx.trace(grows)
    check("a mismatch: the text", repr(w).startswith("error[E301] ValueError") and w.jaxpr is None, w)
    check("a mismatch: operands and births", [len(w.diagnostics[0]["operands"]), w.diagnostics[0]["births"][0]["text"]] == [2, "argument of 'program'"], w.diagnostics[0]["births"])
    refused("no types", lambda: dbidx.trace(adds), "there is no type of `x`")
    refused("too many types", lambda: dbidx.trace(ones, "int", "int"), "takes 1 argument")
    refused("no function", lambda: tracing.lines_of(3, ()), "is no function")
    refused("a lambda", lambda: dbidx.trace(lambda n: n, "int"), "def")
    refused("without a source", lambda: dbidx.trace(eval("(lambda: (lambda n: n))()"), "int"), "no source text")
    w = dbidx.trace(ones, "f64[")
    check("a type that is none", not w.ok and w.diagnostics[0]["code"] == "E105" or "error[" in repr(w), w)
    try:
        dbidx.trace(ones, nothing="x")
        check("a setting that is none", False)
    except RequestError as e:
        check("a setting that is none", e.code == -32000 and "nothing" in str(e), e)


def explains():
    e = dbidx.explain(adds, "f64[n]", "f64[n]")
    check("explain: Jaxpr, types, lengths", LINES in repr(e) and "out_type" in repr(e) and "dimensions" in repr(e), e)
    e = dbidx.explain(adds, "f64[n]", "f64[m]")
    check("explain: a mismatch", "n and m are two variables" in repr(e) and "size of x, axis 0" in repr(e), e)
    text = e._repr_html_()
    check("HTML: the text", "<pre" in text and html.escape("(n,) and (m,)") in text)
    check("HTML: the page is folded", text.count("<details>") == 2 and "<details open" not in text and "<iframe" in text and "srcdoc=" in text, text[:200])
    page = html.unescape(re.search('srcdoc="(.*?)"', text, re.S)[1])
    check("HTML: the page is whole", page.startswith("<!DOCTYPE html>") and page.rstrip().endswith("</html>"), page[-80:])
    p = dbidx.explain("InDBIdx")
    check("explain: a term", p._repr_markdown_() == (ROOT / "docs/terms/InDBIdx.md").read_text() and repr(p).startswith("InDBIdx"))
    check("explain: a code", dbidx.explain("E301").name == "E301")
    try:
        dbidx.explain("no such page")
        check("explain: nothing", False)
    except RequestError as e:
        check("explain: nothing", e.data["code"] == "E208", e)


def recordings():
    live = ROOT / "tests/record/live"
    r = dbidx.open(live / "loops.axes_grow.dbidx")
    want = json.loads((ROOT / "tests/conformance/loops/axes_grow.binds.json").read_text())["traces"][-1]["jaxpr"]
    check("open: the Jaxpr", r.ok and "".join(r.jaxpr.split()) == "".join("".join(want).split()), r.jaxpr)
    check("open: types and drawing", "in_type" in repr(r) and "dimensions" in repr(r) and r.view("svg").startswith("<svg"), r)
    check("open: why", r.why("c")[0]["type"] == "i64[]", r.why("c"))
    check("open: the page is about the program", "axes_grow.py" in r.view("html") and r.view("html").rstrip().endswith("</html>"))
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "no program.dbidx"
        text = (ROOT / "tests/record/live/loops.axes_grow.dbidx").read_text().split("\n")
        for name, lines, words in (("not JSON", ["x"], "E608"), ("no end", text[:-2], "E608"), ("no trace", [text[0], '{"k": "end"}'], "nothing has been traced")):
            path.write_text("\n".join(lines) + "\n")
            try:
                dbidx.open(path)
                check(f"open: {name}", False)
            except ValueError as e:
                check(f"open: {name}", words in str(e), e)
        stop = next(i for i, line in enumerate(text) if '"k": "give"' in line)
        error = {"k": "stop", "class": "ValueError", "message": "no such thing", "at": [1, 0, 4], "calls": []}
        done = next(i for i, line in enumerate(text) if '"k": "done"' in line)
        path.write_text("\n".join([*text[:done - 1], json.dumps(error), *text[done:]]))
        r = dbidx.open(path)
        check("open: the error that ended the program", not r.ok and r.diagnostics[0]["message"] == "no such thing" and stop < done, r)
        check("open: the page has it", "no such thing" in r.view("html"))
    try:
        dbidx.open("no such file.dbidx")
        check("open: no file", False)
    except FileNotFoundError:
        check("open: no file", True)


def magics():
    class IPython:
        def register_magic_function(self, f, magic_kind, magic_name):
            self.f, self.names = f, (magic_kind, magic_name)

    shown, out, err = [], io.StringIO(), io.StringIO()
    display = types.ModuleType("IPython.display")
    display.HTML, display.display = str, shown.append
    sys.modules.update({"IPython": types.ModuleType("IPython"), "IPython.display": display})
    i = IPython()
    dbidx.load_ipython_extension(i)
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        i.f("6 * 7")
        i.f("", "from jax import numpy as jnp\nn: int\ny = jnp.ones([n])\n")
        i.f("y + jnp.zeros([n + 1])")
        i.f(f":load {ROOT / 'tests/record/live/loops.axes_grow.dbidx'}")
        i.f(":new")
        i.f("", "x = 1\n")
        i.f("new", "x")
    check("magic: its name", i.names == ("line_cell", "dbidx"))
    check("magic: printed", out.getvalue().startswith("42\n") and "b:f64[a]" in out.getvalue(), out.getvalue())
    check("magic: diagnostics", "E301" in err.getvalue() and "`:new` drops it" in err.getvalue(), err.getvalue())
    check("magic: a traced cell has its page", shown and all("<details>" in s for s in shown), shown)
    check("magic: a new session has no names of the old", "NameError: name 'x'" in err.getvalue() or "'x'" in err.getvalue().split("drops it")[1], err.getvalue()[-300:])


def clients():
    c = Client()
    s, other, seen = Session(c, "a"), Session(c, "b", {"dims": "symbolic"}), []
    e = s.evaluate("import sys\nprint(1)\n2\nprint('e', file=sys.stderr)", lambda m, p: seen.append(m))
    check("client: streams", e.printed == [("stdout", "1\n"), ("value", "2\n"), ("stderr", "e\n")] and seen == ["output"] * 3, e.printed)
    check("client: sessions", not other.evaluate("sys").ok and other.call("open")["dims"] == "symbolic")
    e = s.evaluate("n: int", events=True)
    check("client: events", [v["kind"] for v in e.events][-2:] == ["ARGUMENT", "NAME"] and e.traced, e.events[-1:])
    try:
        s.call("view", form="x")
        check("client: an error", False)
    except RequestError as e:
        check("client: an error", e.code == -32000 and e.data["code"] == "E208")
    for text in ("while True: pass", "i = 0\nwhile True:\n    i += 1\n    print(i)"):
        threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
        begin = time.monotonic()
        try:
            s.evaluate(text)
            check(f"client: Ctrl-C: {text!r}", False)
        except KeyboardInterrupt:
            check(f"client: Ctrl-C: {text!r}", time.monotonic() - begin < 20)
        check("client: it goes on", s.evaluate("6 * 7").text == "42\n")
    check("client: :quit", s.evaluate(":quit").ended)
    c._process.kill()
    try:
        s.evaluate("1")
        check("client: the program has ended", False)
    except Ended:
        check("client: the program has ended", True)
    c.close()
    for i in range(100):
        new_session().close()
    check("client: a hundred sessions, one after the other", new_session().evaluate("1").ok)


def notebooks():
    with tempfile.TemporaryDirectory() as folder:
        r = subprocess.run([sys.executable, "-m", "dbidx", "course", folder], capture_output=True, text=True, check=False,
                           env=dict(os.environ, PYTHONPATH=str(ROOT / "python")))
        paths = sorted(pathlib.Path(folder).glob("*.ipynb"))
        sheets = sorted((ROOT / "docs/course").glob("[0-9]*.md"))
        check("a notebook for each sheet", r.returncode == 0 and [p.stem for p in paths] == [s.stem for s in sheets], r.stderr)
        for path, sheet in zip(paths, sheets):
            nb, text = json.loads(path.read_text()), sheet.read_text()
            source = "\n".join(c["source"] for c in nb["cells"])
            typed = [m[1] for m in re.finditer(r"^(?:[a-z][\w, ]* )?>>> (.+)$", text, re.M)]
            check(f"{path.name}: every typed line", typed and all(t in source for t in typed), [t for t in typed if t not in source])
            headings = re.findall(r"^#+ .*$", text, re.M)
            check(f"{path.name}: every heading", all(h in source for h in headings), headings)
            check(f"{path.name}: cells", nb["nbformat"] == 4 and len({c["id"] for c in nb["cells"]}) == len(nb["cells"]) > 8)
            s, wrong = new_session(), []
            for c in nb["cells"]:
                if c["cell_type"] != "code":
                    continue
                if c["source"] == ":quit":
                    s.close()
                e = s.evaluate(c["source"]) if c["source"] != ":quit" else None
                shown = "".join(o["text"] for o in c["outputs"])
                got = e.text + "".join(e.errors) if e else ""
                # programs of a sheet have other names and lines than cells
                plain = [re.sub(r"(?m)<\w+ \d+>:\d+[:)]|^ *\d+ \||[ \n]+$", "", t) for t in (got, shown)]
                if plain[0] != plain[1] and shown:
                    wrong.append((c["source"], got, shown))
            check(f"{path.name}: cells print what the sheet shows", not wrong, wrong[:1])
            s.close()
    one = course.pieces("# A\n\n```python\n>>> n: int\n    n = a:i64[]\nn >>> with cond(n):\n...     n\n    x\n...\nout\n```\nend\n")
    check("pieces", list(one) == [("prose", "# A\n\n", ""), ("cell", "n: int", "    n = a:i64[]"), ("cell", "with cond(n):\n    n", "out"), ("prose", "end\n", "")])


def main():
    if silent(os.environ["DBIDX"]):
        return 1
    for part in (traces, explains, recordings, magics, clients, notebooks):
        try:
            part()
        except (Ended, RequestError, tracing.NotTraceable, KeyError, IndexError, TypeError, AttributeError, ValueError, OSError) as e:
            check(part.__name__, False, repr(e))
    return end()


sys.exit(main())
