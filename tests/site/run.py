#!/usr/bin/env python3
"""The documentation's site: every link, every row of the tables, every example.

usage: run.py DBIDX              writes the site, looks at its pages
       run.py DBIDX --record PYTHON   asks jax (x64) for what the examples print: examples.txt

An example is a program of its own here: with either engine it prints what jax printed.
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LEAST = {"pages": 150, "links": 20000, "functions": 340, "examples": 330}
PLACES = {"jnp": "jax-numpy", "linalg": "jax-numpy-linalg", "lax": "jax-lax", "lapack": "jax-lax-linalg", "nn": "jax-nn",
          "random": "jax-random", "method": "array"}
passed = failed = 0


def judge(good, what, why=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}: {why}" if why else f"FAIL {what}")


class Page(HTMLParser):
    """ids, links, text, and the blocks of code of a page"""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.blocks, self.heads, self.inside = set(), [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids |= {attrs["id"]} if "id" in attrs else set()
        self.links += [attrs[k] for k in ("href", "src") if k in attrs]
        if tag in ("pre", "h3"):
            self.inside.append(tag)
            (self.blocks if tag == "pre" else self.heads).append("")

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data):
        if self.inside:
            (self.blocks if self.inside[-1] == "pre" else self.heads)[-1] += data


def look_at_links(folder, pages):
    links = 0
    for path, page in pages.items():
        for link in page.links:
            if "://" in link:
                continue
            to, _, anchor = link.partition("#")
            target = (path.parent / to).resolve() if to else path
            links += 1
            if not target.is_relative_to(folder) or not target.is_file():
                judge(False, f"{path.name}: {link}", "it leads nowhere")
            elif anchor and anchor not in pages[target].ids:
                judge(False, f"{path.name}: {link}", "no such anchor")
    judge(links >= LEAST["links"], "links", f"{links}")


def look_at_search(folder, pages):
    """What the search finds is there."""
    entries = re.findall(r'\["((?:[^"\\]|\\.)*)", "([^"]*)", "([^"]*)"\]', (folder / "search.js").read_text())
    kinds = {kind for _, kind, _ in entries}
    judge({"command", "option", "setting", "diagnostic", "function", "primitive"} <= kinds, "search", str(kinds))
    for name, _, url in entries:
        to, _, anchor = url.partition("#")
        page = pages.get((folder / to).resolve())
        judge(page and (not anchor or anchor in page.ids), f"search: {name}", url)
    return {name for name, kind, _ in entries if kind == "function"}


def rows():
    text = (ROOT / "core/jnp/functions.def").read_text()
    return re.findall(r'^(?:F|ALIAS)\((\w+), (\w+),', text, re.M)


def look_at_functions(folder, pages):
    """Each row has a heading and an example that ran."""
    seen = 0
    for module, name in rows():
        if module not in PLACES:
            continue
        where = PLACES[module]
        page = pages.get(folder / f"reference-{where}.html")
        head = f"{where.replace('-', '.')}.{name}("
        good = page and sum(h.startswith(head) for h in page.heads) == 1
        judge(good, head, "no heading of its own")
        seen += 1
        if good:
            good = any(b.startswith(">>> ") and b.count("\n") > 1 and f"{name}(" in b.split("\n")[0] for b in page.blocks)
            judge(good, head, "no example with what it prints")
    judge(seen >= LEAST["functions"], "functions", f"{seen}")


# ---- what examples print ----

def table():
    text = (ROOT / "repl/learn/example.def").read_text()
    return {name: (axes, value) for name, axes, value in re.findall(r'^E\((\w+), "[^"]*", "([^"]*)", "(.*)"\)$', text, re.M)}


def examples():
    text = (ROOT / "core/jnp/functions.def").read_text()
    found = re.findall(r'^F\((\w+), (\w+), \w+, "[^"]*", "([^"]+)"\)$', text, re.M)
    return {f"{module}.{name}": expression for module, name, expression in found}


def program(expression, compiled):
    """By the syntax tree, not as dbidx does it: the names that are free."""
    import ast
    arguments = table()
    free = {n.id for n in ast.walk(ast.parse(expression)) if isinstance(n, ast.Name)}
    names = [n for n in arguments if n in free]
    axes = ", ".join(arguments[n][0] for n in names)
    head = f"@qjit(abstracted_axes=({axes},))\n" if any(arguments[n][0] != "{}" for n in names) else "@qjit\n"
    values = ", ".join(arguments[n][1] for n in names)
    return ("from jax import lax, nn, random\nfrom jax import numpy as jnp\n" + ("from catalyst import qjit\n" if compiled else "")
            + (head if compiled else "") + f"def example({', '.join(names)}):\n    return {expression}\nprint(example({values}))\n")


def record(python):
    script = ("import contextlib, io, json, sys, jax\njax.config.update('jax_enable_x64', True)\n"
              "import jax._src.lax.lax as inner\n"
              "for f in ('sum', 'prod', 'max', 'min'):  # newer releases export them\n"
              "    setattr(jax.lax, 'reduce_' + f, getattr(inner, '_reduce_' + f))\n"
              "import numpy\ndef show(x):\n"
              "    print(jax.tree_util.tree_map(numpy.asarray, x) if isinstance(x, (list, tuple)) else x)\n"
              "out = {}\nfor name, text in json.load(sys.stdin).items():\n"
              "    to = io.StringIO()\n    try:\n        with contextlib.redirect_stdout(to):\n            exec(text, {'print': show})\n"
              "        out[name] = to.getvalue()\n    except Exception as e:\n        print(name, repr(e), file=sys.stderr)\n"
              "json.dump(out, sys.stdout)\n")
    import json
    texts = {name: program(e, False) for name, e in examples().items()}
    done = subprocess.run([python, "-c", script], input=json.dumps(texts), stdout=subprocess.PIPE, text=True, check=True)
    with open(HERE / "examples.txt", "w", encoding="utf-8") as f:
        f.write("# What jax 0.4.23 prints for the examples of core/jnp/functions.def; made by run.py --record.\n")
        for name, text in json.loads(done.stdout).items():
            f.write(f"{name} {text!r}\n")


NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]\d+)?|-?inf|nan")


def alike(ours, theirs):
    """The same text but for blanks, and the last digits of numbers."""
    a, b = NUMBER.findall(ours), NUMBER.findall(theirs)
    rest = [re.sub(r"\s+", "", NUMBER.sub("#", t)) for t in (ours, theirs)]
    return rest[0] == rest[1] and len(a) == len(b) and all(
        x == y or abs(float(x) - float(y)) <= 1e-7 * max(1, abs(float(y))) for x, y in zip(a, b))


def look_at_values(dbidx):
    import ast
    recorded = {}
    for line in (HERE / "examples.txt").read_text(encoding="utf-8").splitlines()[1:]:
        name, text = line.split(" ", 1)
        recorded[name] = ast.literal_eval(text)
    all_examples = examples()
    if len(all_examples) < LEAST["examples"]:  # of the sources, not of the program: no reason to be content
        judge(False, "examples", f"{len(all_examples)}")

    def run(job):
        name, expression, engine = job
        return job, subprocess.run([dbidx, "run", f"--engine={engine}", "-c", program(expression, True)], capture_output=True, text=True)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for (name, expression, engine), done in pool.map(run, [(n, e, g) for n, e in all_examples.items() for g in ("interp", "jit")]):
            theirs = recorded.get(name)
            judge(theirs is not None and done.returncode == 0 and alike(done.stdout, theirs), f"{engine}: {expression}",
                  f"{done.stdout!r} {done.stderr[:300]!r}, jax: {theirs!r}")


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    if "--record" in sys.argv:
        record(sys.argv[3])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder).resolve() / "site"
        done = subprocess.run([dbidx, "docs", "-o", str(folder)], capture_output=True, text=True)
        judge(done.returncode == 0 and str(folder / "index.html") in done.stdout, "docs -o", done.stdout + done.stderr)
        pages = {p.resolve(): Page(p.read_text(encoding="utf-8")) for p in folder.rglob("*.html")} if folder.is_dir() else {}
        judge(len(pages) >= LEAST["pages"], "pages", f"{len(pages)}")
        if pages:
            look_at_links(folder, pages)
            look_at_search(folder, pages)
            look_at_functions(folder, pages)
    look_at_values(dbidx)
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
