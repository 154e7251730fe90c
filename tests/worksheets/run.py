#!/usr/bin/env python3
"""The documentation as worksheets: every example in README.md and docs/ is run, and every kind of
difference is found at its line.

usage: run.py DBIDX [--engine=interp]
"""
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
FENCE = re.compile(r"^( *)(`{3,})(.*)$")
RUN = {"python", "output", "text", "console"}  # what `dbidx check` looks at, and files for it


def fences(page):
    """Yields (line number of the first line, info words, lines) of each block."""
    block = None
    for number, line in enumerate(page.read_text().splitlines(), 1):
        m = FENCE.match(line)
        if block is None and m:
            block = (number + 1, m.group(2), m.group(3).split(), [])
        elif block and m and m.group(2).startswith(block[1]) and not m.group(3).strip():
            yield block[0], block[2], block[3]
            block = None
        elif block:
            block[3].append(line)


def check(program, options, *files, cwd=None):
    r = subprocess.run([program, "check", *options, *map(str, files)], capture_output=True, text=True,
                       stdin=subprocess.DEVNULL, timeout=300, cwd=cwd)
    return r.returncode, r.stdout, r.stderr


def sources():
    return "\n".join(f.read_text() for top in ("core", "lower", "viz", "repl")
                     for f in (ROOT / top).rglob("*") if f.suffix in (".c", ".h", ".def"))


def not_offered(text):
    """What settings for other programs name, but neither the hooks nor the action have; tests/formats runs those."""
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text()
    action = (ROOT / "docs/action/action.yml").read_text()
    for hook in re.findall(r"^ *- id: (\S+)", text, re.M):
        if f"- id: {hook}\n" not in hooks:
            return f"there is no hook {hook}"
    for name in re.findall(r"^    (\w+):", text.partition("with:\n")[2], re.M):
        if f"\n  {name}:\n" not in action:
            return f"the action has no input {name}"
    files = re.findall(r"\S+\.py\b|(?<=\^)\S+/|(?<!\.)\./\S+", text)
    missing = [f for f in files if not (ROOT / f).exists()]
    return f"there is no {missing[0]}" if missing else None if files else "it names no file"


def not_run(page, words, lines, code):
    """Why an example is neither run nor checked in another way; None if it is."""
    kind = words[0] if words else ""
    if kind in RUN or (len(words) > 1 and "." in words[1]):
        return None
    if page.name.startswith("how-to-add-a-") and kind in ("diff", "worksheet", "sh"):
        return None  # tests/howto/run.py
    if kind == "c":  # excerpts of the source
        missing = [line for line in lines if line.strip() and line not in code]
        return f"not in the source: {missing[0]}" if missing else None
    if kind == "sh":  # what the test suite itself does: building, testing, installing
        own = re.compile(r"(scripts/(repl|test|fuzz|bench|setup)|meson setup|meson configure|ninja|\./scripts|#)")
        wrong = [line for line in lines if line.strip() and not own.search(line)]
        return f"not a command of the tests: {wrong[0]}" if wrong else None
    if kind == "jsonrpc":
        return None  # tests/serve/run.py
    if kind == "yaml":
        return not_offered("\n".join(lines))
    if kind == "" and any("```" in line for line in lines):
        return None  # shows how a fence is written
    return f"a block of kind {kind!r} is not run"


STALE = []  # pages that do not show what is printed


def told(program, options, file, cwd=ROOT):
    """What is told of a file; "" is nothing, though a sheet with a fault beside it is told."""
    with tempfile.TemporaryDirectory() as folder:
        beside = pathlib.Path(folder) / "beside.md"
        beside.write_text("```python\nprint(1)\n```\n```output\n2\n```\n")
        status, out, err = check(program, options, file, beside, cwd=cwd)
        own, there, rest = out.partition(f"{beside}:5: it prints something else\n  - 2\n  + 1\n")
        return "" if status == 1 and there and not own + rest + err else f"status {status}\n{own}{rest}{err}"


def pages(program, options):
    code = sources()
    files = [f.relative_to(ROOT) for f in EXAMPLES + PAGES]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = dict(zip(EXAMPLES + PAGES, pool.map(lambda f: told(program, options, f), files)))
    for example in EXAMPLES:
        yield example.relative_to(ROOT), found[example] or None
    for page in PAGES:
        why = None
        if found[page]:
            why = f"{found[page][:2000]}(if that is meant: dbidx check --update {page.relative_to(ROOT)})"
            STALE.append(page)
        yield page.relative_to(ROOT), why
        for target in links(page):
            yield page.relative_to(ROOT), f"there is no {target}"
        for line, words, lines in fences(page):
            why = not_run(page, words, lines, code)
            if why:
                yield f"{page.relative_to(ROOT)}:{line}", why


def links(page):
    """Links to files that are not there."""
    text = re.sub(r"`[^`]*`", "", re.sub(r"(?ms)^ *```.*?^ *```", "", page.read_text()))
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target and not (page.parent / target).exists():
            yield target


def expected_lines(page):
    """Lines of a page that `check` compares."""
    for first, words, lines in fences(page):
        session = words[:1] == ["python"] and lines and lines[0].startswith(">>>")
        if words[:1] in (["output"], ["console"]) or session:
            for i, line in enumerate(lines):
                typed = re.match(r"^(\w+(, \w+)* )?>>>|^\.\.\.|^\$ ", line)
                if line.strip() and not typed and "# ms" not in line:
                    yield first + i


def mutations(program, options, count):
    """One expected line of a page is altered: the difference is told with that line."""
    rng = random.Random(8)
    places = [(page, line) for page in PAGES if page not in STALE for line in expected_lines(page)]
    for page, line in rng.sample(places, min(count, len(places))):
        lines = page.read_text().splitlines(keepends=True)
        lines[line - 1] = lines[line - 1].rstrip("\n") + " altered\n"
        with tempfile.TemporaryDirectory() as folder:
            sheet = pathlib.Path(folder) / "sheet.md"
            sheet.write_text("".join(lines))
            status, out, err = check(program, options, sheet)
            right = status == 1 and f"sheet.md:{line}: " in out
            why = None if right else f"line {line} of {page.name} altered: status {status}\n{out[:500]}{err[:500]}"
            if why is None:
                status, out, err = check(program, ["--update", *options], sheet)
                same = sheet.read_text() == page.read_text()
                why = None if status == 0 and same else f"--update of {page.name}, line {line}: {out[:500]}{err[:500]}"
        yield f"altered line {line} of {page.name}", why


SHEETS = [  # text, status, what is told
    ("```python\nprint(1)\n```\n\n```output\n1\n```\n", 0, ""),
    ("```python\nprint(1)\n```\n```output\n2\n```\n", 1, "sheet.md:5: it prints something else\n  - 2\n  + 1\n"),
    ("```python\nprint(1)\n```\n```output\n1\n2\n```\n", 1, "sheet.md:6: it prints something else\n  - 2\n"),
    ("```python\nprint(1)\n```\n```output\n```\n", 1, "sheet.md:5: it prints something else\n  + 1\n"),
    ("```python\n1 / 0\n```\n", 1, "sheet.md:2: this program fails: error[E209]"),
    ("```output\n1\n```\n", 1, "sheet.md:1: this output does not follow a program"),
    ("```python\nprint(1)\n```\ntext\n```output\n1\n```\n", 1, "sheet.md:5: this output does not follow"),
    ("```python\nx = 1\n```\n```python new\nx\n```\n", 1, "sheet.md:5: this program fails: error[E201]"),
    ("```python\nx = 1\n```\n```python\nx\n```\n", 0, ""),
    ("```python\n>>> 1 + 1\n3\n```\n", 1, "sheet.md:3: it prints something else\n  - 3\n  + 2\n"),
    ("```python\n>>> n: int\n    n = a:i64[]             argument 0, explicit\n>>> 1\n1\n```\n", 1,
     "sheet.md:4: it prints something else\n  - >>> 1\n  + n >>> 1\n"),
    ("```console\n$ ls\n```\n", 1, "only the program dbidx is run"),
    ("```console\n$ dbidx --frob\n```\n", 1, "no option --frob"),
    ("  ~~~python\n  if True:\n      print('x')\n  ~~~\n  ~~~output\n  x\n  ~~~\n", 0, ""),
    ("<!--\n```python\nx = 2\n```\n-->\n```python\nx\n```\n```result\n2\n```\n", 0, ""),
    ("```python ../x.py\n```\n", 1, "cannot be written"),
    ("```python\nwhile True: break\n", 0, ""),
    ("", 0, ""),
]
PYTHON = [
    ("print(1)\n#> 1\nprint(2)\nprint(3)\n#> 2\n#> 3\n", 0, ""),
    ("print(1)\n#> 2\n", 1, "sheet.py:2: it prints something else\n  - 2\n  + 1\n"),
    ("def f():\n    pass\n#> no\n    return 1\nprint(f)\n1 / 0\n", 1, "this program fails"),
    ("1 / 0\n#> error[E209] ZeroDivisionError: division by zero\n#>   --> sheet.py:1:1\n#>  1 | 1 / 0\n#>    | ^^^^^\n", 0, ""),
    ("1 / 0\nprint(1)\n#> 1\nprint(2)\n#> 2\n", 1, "sheet.py:5: the program ends before this"),
    ("print((\n#> 1\n", 1, "sheet.py:2: it prints something else"),
]


def sheets(program, options):
    for name, table in (("sheet.md", SHEETS), ("sheet.py", PYTHON)):
        for text, want, words in table:
            with tempfile.TemporaryDirectory() as folder:
                (pathlib.Path(folder) / name).write_text(text)
                if want:
                    status, out, err = check(program, options, name, cwd=folder)
                    why = "" if status == want and words in out and not err else f"status {status}\n{out}{err}"
                else:
                    why = told(program, options, name, folder)
            yield repr(text[:60]), why or None


def main():
    program, options = str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2:]
    count = 5 if options else 20  # fewer under sanitizers
    passed = failed = 0
    for part in (sheets(program, options), pages(program, options), mutations(program, options, count)):
        for name, why in part:
            passed, failed = passed + (why is None), failed + (why is not None)
            if why is not None:
                print(f"FAIL {name}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
