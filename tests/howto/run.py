#!/usr/bin/env python3
"""The pages docs/how-to-add-a-*.md, done: each step is carried out in a copy of the sources, the copy is
built, and the program says what the page promises.

usage: run.py DBIDX

A page has these blocks: `diff` (what stands under @@ is found by its text, not by its line; a file may be
new), `sh` (run in the copy, once it is built) and, between four backticks, a `worksheet`
(docs/worksheets.md). First DBIDX, which is built without the change, has to find that each
worksheet is wrong. The copy and its build stay in build/howto, for the next time. The last line is
`N passed, N failed`.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE, BUILD = ROOT / "build/howto/tree", ROOT / "build/howto/build"
FENCE = re.compile(r"^(`{3,})(\w+)[^\n]*\n(.*?)^\1$", re.M | re.S)


class Page:
    def __init__(self, path):
        self.name = path.stem
        self.diffs, self.commands, self.sheets = [], [], []
        for m in FENCE.finditer(path.read_text()):
            kind, text = m[2], m[3]
            if kind == "worksheet":
                self.sheets.append(text)
            elif kind == "diff":
                self.diffs.append(text)
            elif kind == "sh":
                self.commands.append(text)


def sources():
    """Every file of the sources as it is now; of the tests as much as the build and its checks take."""
    tests = {"tests/meson.build", "tests/errors/pages.py"}
    ret = {}
    for top in sorted(p for p in ROOT.iterdir() if p.name not in (".git", "tests") and not p.name.startswith("build")):
        for p in [top] if top.is_file() else top.rglob("*"):
            if p.is_file() and "__pycache__" not in p.parts:
                ret[p.relative_to(ROOT).as_posix()] = p.read_bytes()
    for p in [*(ROOT / t for t in tests), *(ROOT / "tests/errors/programs").glob("*")]:
        ret[p.relative_to(ROOT).as_posix()] = p.read_bytes()
    return ret


def apply(diff, tree):
    """Yields what does not fit. Context is one or more lines that stand in the file exactly once."""
    name = None
    for part in re.split(r"^(?=(?:--- |\+\+\+ |@@))", diff, flags=re.M):
        if part.startswith("+++ "):
            name = part[4:].strip()
        if not part.startswith("@@"):
            continue
        lines = part.split("\n")[1:-1]
        odd = [x for x in lines if x[:1] not in ("+", "-", " ")]
        old = "".join(x[1:] + "\n" for x in lines if x[:1] != "+").encode()
        new = "".join(x[1:] + "\n" for x in lines if x[:1] != "-").encode()
        text = tree.get(name, b"")  # in a new file nothing stands once, in any other more often
        if odd or text.count(old) != 1:
            yield f"{name}: these lines stand in it {text.count(old)} times:\n{old.decode()}" + "".join(f"what is {x!r}?\n" for x in odd)
            continue
        tree[name] = text.replace(old, new)


def wrong_steps(page, tree):
    """What of a page's steps cannot be done in the tree."""
    for diff in page.diffs:
        yield from apply(diff, tree)
    if not page.sheets or not page.diffs:
        yield "it has no steps, or nothing to show for them"


def write(tree):
    """Files that are as they were keep their time, so that little is compiled again."""
    for f in TREE.rglob("*"):
        if f.is_file() and f.relative_to(TREE).as_posix() not in tree:
            f.unlink()
    for name, text in tree.items():
        f = TREE / name
        if not f.is_file() or f.read_bytes() != text:
            f.parent.mkdir(parents=True, exist_ok=True)
            f.write_bytes(text)
            if text.startswith(b"#!"):
                f.chmod(0o755)


def build():
    cc = "ccache gcc" if shutil.which("ccache") else "gcc"
    steps = [["ninja", "--quiet", "-C", str(BUILD), "repl/dbidx", "lower/dbxlower.so", "lower/dbxcompile"]]
    if not (BUILD / "build.ninja").exists():
        steps.insert(0, ["meson", "setup", str(BUILD), str(TREE), "--werror", "-Dlower=enabled", "-Deditor=none",
                         "-Dbuildtype=debug", "-Doptimization=0", "-Ddebug=false"])
    for step in steps:
        p = subprocess.run(step, env=dict(os.environ, CC=cc), capture_output=True, text=True)
        if p.returncode:
            return (p.stdout + p.stderr)[-3000:]
    return ""


def says(dbidx, sheet, engine="interp"):
    """Status and text of `dbidx check` for a worksheet."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "page.md").write_text(sheet)
        env = dict(os.environ, DBIDX_CACHE="session", HOME=folder, XDG_STATE_HOME=folder)
        try:
            p = subprocess.run([dbidx, "check", f"--engine={engine}", "page.md"], cwd=folder, env=env, capture_output=True, text=True, timeout=120)
        except OSError as e:
            return 127, str(e)
        return p.returncode, p.stdout + p.stderr


def before(dbidx, page):
    """The change is needed: without it the worksheet is wrong, and it is said where."""
    for sheet in page.sheets:
        status, out = says(dbidx, sheet)
        if status != 1 or "page.md:" not in out:
            yield f"without the change: status {status}\n{out[:2000]}"


def after(page):
    for sheet in page.sheets:
        for engine in ("interp", "jit"):
            status, out = says(str(BUILD / "repl/dbidx"), sheet, engine)
            if status or "page.md:" in out:
                yield f"{engine}: status {status}\n{out[:3000]}"
    for command in page.commands:
        path = f"{BUILD / 'repl'}:{os.environ['PATH']}"
        p = subprocess.run(["sh", "-e", "-c", command], cwd=TREE, env=dict(os.environ, PATH=path), capture_output=True, text=True)
        if p.returncode:
            yield f"{command}{p.stdout[-2000:]}{p.stderr[-2000:]}"


def main():
    dbidx = os.path.abspath(sys.argv[1])
    pages = [Page(p) for p in sorted((ROOT / "docs").glob("how-to-add-a-*.md"))]
    counts = [0, 0]

    def check(what, wrong):
        wrong = list(wrong)
        counts[bool(wrong)] += 1
        for w in wrong:
            print(f"FAIL {what}: {w}")

    for page in pages:
        check(f"{page.name}, before", before(dbidx, page))
    if not counts[1]:
        clean = sources()
        together = dict(clean)
        for page in pages:
            check(f"{page.name}, its steps alone", wrong_steps(page, dict(clean)))
            check(f"{page.name}, its steps with the others", wrong_steps(page, together))
        write(together)
        problem = build()
        check("all of them, built", [problem] if problem else [])
        for page in pages if not problem else ():
            check(f"{page.name}, after", after(page))
    print(f"{counts[0]} passed, {counts[1]} failed")
    return 1 if counts[1] or not pages else 0


sys.exit(main())
