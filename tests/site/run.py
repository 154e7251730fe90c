#!/usr/bin/env python3
"""The documentation's site: every link, every row of the tables, every example.

usage: run.py DBIDX              writes the site, looks at its pages
       run.py DBIDX --record PYTHON   asks jax (x64), Catalyst and PennyLane for what the examples print

An example is a program of its own here: with either engine it prints what jax printed.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LEAST = {"pages": 170, "links": 20000, "functions": 340, "examples": 330, "library": 933, "compared": 923}
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
        self.sections = {}  # the text below each heading
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids |= {attrs["id"]} if "id" in attrs else set()
        self.links += [attrs[k] for k in ("href", "src") if k in attrs]
        if tag in ("pre", "h2"):
            self.inside.append(tag)
            (self.blocks if tag == "pre" else self.heads).append("")

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data):
        if self.heads and "h2" not in self.inside:
            self.sections[self.heads[-1]] = self.sections.get(self.heads[-1], "") + data
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
    """name: (text, is it one of a circuit), of the array API and of the library."""
    text = (ROOT / "core/jnp/functions.def").read_text()
    found = re.findall(r'^F\((\w+), (\w+), \w+, "[^"]*", "([^"]+)"\)$', text, re.M)
    return {f"{module}.{name}": (expression, False) for module, name, expression in found}


def library():
    text = "".join(p.read_text() for p in sorted((ROOT / "repl/learn").glob("library*.def")))
    found = re.findall(r'^([LQ])\("([^"]+)", (\w+), "(.+)"\)$', text, re.M)
    return {f"{module}.{name}": (expression, kind == "Q") for kind, module, name, expression in found}


HEAD = ("import jax, catalyst\nimport jax.scipy as jsp\nimport jax.experimental, jax.ad_checkpoint, jax.nn.initializers\n"
        "import jax.scipy.linalg, jax.scipy.signal, jax.scipy.special, jax.scipy.stats\nimport numpy as np\n"
        "import numpy.testing\nimport pennylane as qml\nfrom jax import lax, nn, random\nfrom jax import numpy as jnp\n"
        "from catalyst import qjit\n\n\ndef show(x):\n"
        "    print(jax.tree_util.tree_map(lambda v: np.asarray(v) if isinstance(v, (jax.Array, np.ndarray, np.generic, int, float, complex)) else v, x))\n")
MODES = ["dynamic", "known", "plain"]


def arguments_of(expression):
    """By the syntax tree, not as dbidx does it: the names that are free."""
    import ast
    body = ast.parse("def example():\n" + "".join(f"    {line}\n" for line in expression.split("; ")))
    free = {n.id for n in ast.walk(body) if isinstance(n, ast.Name)}
    return [n for n in table() if n in free]


def function(number, text, circuit, mode):
    names, known = arguments_of(text), table()
    axes = ", ".join(known[n][0] for n in names)
    dynamic = any(known[n][0] != "{}" for n in names) and mode == "dynamic"
    lines = [f"@qjit(abstracted_axes=({axes},))" if dynamic else "@qjit"] * (mode != "plain")
    lines += ['@qml.qnode(qml.device("lightning.qubit", wires=4))'] * circuit
    lined = circuit or "return " in text
    body = text.split("; ") if lined else [f"return {text}"]
    if "return " not in body[-1]:
        body.append("return qml.probs(wires=[0, 1])")
    lines += [f"def example({', '.join(names)}):"] + [f"    {line}" for line in body]
    lines.append(f"show(example({', '.join(known[n][1] for n in names)}))")
    return f"def {mode}_{number}():\n" + "".join(f"    {line}\n" for line in lines)


def program(all_examples, modes, mark):
    """All of them in one program: each in the first mode in which it runs; the mode, or why it runs in none."""
    text = HEAD
    for k, (expression, circuit) in enumerate(all_examples.values()):
        for mode in modes:
            text += function(k, expression, circuit, mode)
        attempts = ", ".join(f"{mode}_{k}" for mode in modes)
        text += (f"print('{mark}', {k})\nfor attempt in [{attempts}]:\n    try:\n        attempt()\n"
                 f"        print('{mark}', attempt.__name__)\n        break\n"
                 f"    except Exception as e:\n        why = type(e).__name__\nelse:\n    print('{mark}', 'refused_', why)\n")
    return text


MARK = "@@"


def printed(text, all_examples):
    """{name: (mode, what it printed)}"""
    r, names = {}, list(all_examples)
    for part in re.split(rf"^{MARK} (?=\d+$)", text, flags=re.M)[1:]:
        number, _, rest = part.partition("\n")
        said, _, mode = rest.rpartition(f"{MARK} ")
        r[names[int(number)]] = (mode.strip().rstrip("0123456789").rstrip("_").replace("refused_ ", "refused "), said)
    return r


def record(python):
    """The array API in jax; of the library too, and compiled by Catalyst what only a compiled function may call."""
    shim = ("import os, sys\nos.environ['JAX_PLATFORMS'] = 'cpu'\nimport jax\njax.config.update('jax_enable_x64', True)\n"
            "import jax._src.lax.lax as inner\n"
            "for f in ('sum', 'prod', 'max', 'min'):  # newer releases export them\n"
            "    setattr(jax.lax, 'reduce_' + f, getattr(inner, '_reduce_' + f))\n")
    for name, rows in (("examples", examples()), ("library", library())):
        text = shim + program(rows, ["plain", "known"], MARK)
        done = subprocess.run([python, "-"], input=text, stdout=subprocess.PIPE, text=True, check=True)
        with open(HERE / f"{name}.txt", "w", encoding="utf-8") as f:
            f.write("# What jax 0.4.23, Catalyst 0.7 and PennyLane 0.37 print for the examples; made by run.py --record.\n")
            for k, (mode, said) in printed(done.stdout, rows).items():
                f.write(f"{k} {said!r}\n" if not mode.startswith("refused") else f"{k} {mode}\n")


NUMBER = re.compile(r"-?\d+\.?\d*(?:e[-+]\d+)?|-?inf|nan")


def alike(ours, theirs):
    """The same text but for blanks, and the last digits of numbers."""
    a, b = NUMBER.findall(ours), NUMBER.findall(theirs)
    rest = [re.sub(r"\s+", "", NUMBER.sub("#", t)) for t in (ours, theirs)]
    return rest[0] == rest[1] and len(a) == len(b) and all(
        x == y or abs(float(x) - float(y)) <= 1e-7 * max(1, abs(float(y))) for x, y in zip(a, b))


def recorded(name):
    import ast
    r = {}
    for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").splitlines()[1:]:
        key, text = line.split(" ", 1)
        r[key] = text if text.startswith("refused ") else ast.literal_eval(text)
    return r


def run_all(dbidx, engine, rows):
    done = subprocess.run([dbidx, "run", f"--engine={engine}", "-"], input=program(rows, MODES, MARK), capture_output=True, text=True)
    judge(done.returncode == 0, f"{engine}: the examples", done.stderr[-500:])
    return printed(done.stdout, rows)


def look_at_values(dbidx):
    rows, theirs = examples(), recorded("examples")
    judge(len(rows) >= LEAST["examples"], "examples", f"{len(rows)}")
    for engine in ("interp", "jit"):
        for name, (mode, said) in run_all(dbidx, engine, rows).items():
            judge(mode == "dynamic" and alike(said, theirs.get(name, "")), f"{engine}: {rows[name][0]}",
                  f"{mode} {said!r}, jax: {theirs.get(name)!r}")


PLACE = re.compile(r"from <[^>]*>:\S+ \(\S+\)")  # of the program


def look_at_library(dbidx, folder, pages):
    """Each row runs in the mode that its page says, with either engine, and prints what the real libraries print."""
    rows, theirs, compared = library(), recorded("library"), 0
    judge(len(rows) >= LEAST["library"], "library", f"{len(rows)}")
    both = [run_all(dbidx, engine, rows) for engine in ("interp", "jit")]
    for name, (text, _) in rows.items():
        module, _, function = name.rpartition(".")
        page = pages.get(folder / f"reference-{module.replace('.', '-')}.html")
        heads = [h for h in page.heads if h == name or h.startswith(f"{name}(")] if page else []
        judge(len(heads) == 1, name, f"{len(heads)} headings of its own")
        (mode, said), other = (r.get(name, ("", "")) for r in both)
        judge((mode, said) == other, name, f"interp {mode} {said!r}, jit {other}")
        section = (page.sections if page else {}).get(heads[0] if heads else "", "")
        judge(mode == said_mode(section), name, f"it runs {mode}, and the page says {said_mode(section)}")
        there = theirs.get(name, "")
        if mode.startswith("refused"):
            judge(mode == there, name, f"{mode}, there: {there}")
        elif not there.startswith("refused"):
            judge(alike(PLACE.sub("", said), PLACE.sub("", there)), f"{name}: {text}", f"{said!r}, there: {there!r}")
            compared += 1
    judge(compared >= LEAST["compared"], "compared", f"{compared}")


def said_mode(section):
    if "is refused: E" not in section:
        return "dynamic"
    of = re.search(r"is refused: (E\d+, \w+)", section)[1]
    return "known" if "With lengths that are known" in section else "plain" if "where it is not compiled" in section \
        else f"refused {of.split(', ')[1]}"


# ---- is every function there? ----

def defined(module, files, seen=()):
    """{name: is it a function or a class of the library itself} of what is public in a module that is written in Python."""
    import ast
    r = {}
    if module not in files or module in seen:
        return r
    for n in ast.parse(files[module].read_text(encoding="utf-8")).body:
        if isinstance(n, (ast.FunctionDef, ast.ClassDef)):
            r[n.name] = not n.name.endswith("Error")
        elif isinstance(n, ast.ImportFrom) and n.module in files:
            there = defined(n.module, files, seen + (module,))
            for a in n.names:
                found = there if a.name == "*" else {a.asname or a.name: there.get(a.name, False)}
                r.update(found)
        elif isinstance(n, ast.Assign):
            for to in n.targets:
                for name in to.elts if isinstance(to, ast.Tuple) else [to]:
                    if isinstance(name, ast.Name) and isinstance(n.value, (ast.Call, ast.Tuple)):
                        r.setdefault(name.id, isinstance(n.value, ast.Tuple))
    return {k: v for k, v in r.items() if not k.startswith("_")}


def look_at_coverage():
    files = {p.stem: p for p in (ROOT / "repl/lang/lib/py").rglob("*.py")}
    have = set(library()) | {f"{PLACES[m].replace('-', '.')}.{n}" for m, n in rows() if m in PLACES}
    named = re.findall(r'^N\("([^"]+)", "([^"]+)", "([^"]+)"\)', (ROOT / "repl/lang/modules/python_names.def").read_text(), re.M)
    wanted = set()
    for module, name, where in named:
        if where == f"{module}.{name}":  # a module
            continue
        found = defined(where, files)
        wanted |= {f"{module}.{n}" for n in ([k for k, own in found.items() if own] if name == "*" else [name])}
    modules = {name.rpartition(".")[0] for name in library()}
    for module in modules & set(files):
        wanted |= {f"{module}.{n}" for n, own in defined(module, files).items() if own}
    text = (ROOT / "repl/lang/np/functions.def").read_text()
    wanted |= {f"numpy.{n}" for n in re.findall(r"^N\((\w+),", text, re.M)}
    wanted |= {f"numpy.linalg.{n}" for n in re.findall(r"^L\((\w+),", text, re.M)}
    wanted |= {f"numpy.{n}" for n in re.findall(r"^U\((\w+),", (ROOT / "repl/numpy/ufuncs.def").read_text(), re.M)}
    judge(len(wanted) >= 750, "functions of the library", f"{len(wanted)}")
    judge(wanted <= have, "functions without a row", ", ".join(sorted(wanted - have)))


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
            look_at_library(dbidx, folder, pages)
            look_at_values(dbidx)
            look_at_coverage()
    print(f"{passed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
