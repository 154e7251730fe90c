#!/usr/bin/env python3
"""What the documents say of the repository itself: links lead somewhere, the programs that
docs/compared.md names are there and as many as it says. The program is not needed.

The last line is `N passed, N failed`.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def compared():
    text = (ROOT / "docs/compared.md").read_text()
    for program in re.findall(r"\| ([\w/]+/\w+) \|$", text, re.M):
        there = (ROOT / "tests/conformance" / f"{program}.py").exists() or (ROOT / program).is_dir()
        yield f"compared.md: {program}", "" if there else "there is no such program"
    told = int(re.search(r"In all, (\d+) programs", text).group(1))
    count = sum(1 for p in (ROOT / "tests/conformance").rglob("*.py")
                if "divergent" not in str(p.parent) and not p.with_suffix(".right").exists())
    yield "compared.md: how many programs print what Catalyst prints", "" if told == count else f"{told} there, {count} in the folder"


def links():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not link.startswith("http"):
                yield f"{page.name}: link {link}", "" if (page.parent / link).exists() else "leads nowhere"


def quotes():
    """What docs/eight-questions.md quotes stands on the page that is named next."""
    page = ROOT / "docs/eight-questions.md"
    said, count = [], 0
    for part in re.split(r"\n\n", page.read_text()):
        if part.startswith("> "):
            said.append(" ".join(part.replace("\n> ", " ")[2:].split()))
        elif said and (link := re.search(r"\]\(([^)#]+)\)", part)):
            text = " ".join((page.parent / link[1]).read_text().split())
            for s in said:
                yield f"quote: {s[:50]}", "" if s in text else f"it does not stand in {link[1]}"
            count, said = count + len(said), []
    yield "eight questions", "" if count >= 8 and not said else f"{count} quotes, {len(said)} without a page"


def contributing():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    for path in sorted(set(re.findall(r"[`(\s](?:\./)?((?:core|lower|viz|repl|docs|tests|scripts)/[\w./-]*)", text))):
        yield f"CONTRIBUTING.md: {path}", "" if (ROOT / path).exists() else "is not there"
    runner = (ROOT / "scripts/test").read_text()
    parts = set(re.search(r'^tests="(.*)"$', runner, re.M)[1].split()) | {"source_code", "coverage", "harnesses"}
    named = re.search(r"runs parts: (.*?), and `build_gcc`", text, re.S)
    told = set(re.findall(r"`(\w+)`", named[1])) if named else set()
    for part in sorted(parts | told):
        yield f"CONTRIBUTING.md: the part {part}", "" if part in parts & told else "is in one place only"
    for test in re.findall(r"(tests/check_\w+|scripts/analyze)", runner):
        yield f"CONTRIBUTING.md: what {test} wants", "" if f"`{test}" in text else "is not said"


def editors():
    """.editorconfig says of the files what they are."""
    told, section = {}, None
    for line in (ROOT / ".editorconfig").read_text().split("\n"):
        section = line[1:-1] if line.startswith("[") else section
        if " = " in line:
            told[section, line.split(" = ")[0]] = line.split(" = ")[1]
    style = dict(re.findall(r"^(\w+): (\w+)$", (ROOT / ".clang-format").read_text(), re.M))
    c = "*.{c,h}"
    yield "columns of C", "" if told.get((c, "max_line_length")) == style["ColumnLimit"] else "are others in .clang-format"
    yield "indent of C", "" if told.get(("*", "indent_size")) == style["IndentWidth"] else "is another in .clang-format"
    for top in ("core", "lower", "viz", "repl", "scripts"):
        for f in sorted((ROOT / top).rglob("*")):
            text = f.read_bytes() if f.is_file() and f.suffix in (".c", ".h", ".py", ".sh", ".def", "") and "__pycache__" not in f.parts else b""
            bad = b"\r" in text or b"\t" in text or (text and not text.endswith(b"\n")) or re.search(rb"[ \t]+$", text, re.M)
            wide = f.suffix in (".c", ".h") and max(map(len, text.decode().split("\n"))) > int(style["ColumnLimit"])
            python = f.suffix == ".py" or text.startswith(b"#!/usr/bin/env python3")
            first = re.search(rb"^(?:def|if|for|while|class) .*:\n( +)", text, re.M) if python else None
            size = len(first[1]) if first else None
            if bad or wide or size not in (None, int(told["*.py", "indent_size"])):
                yield f".editorconfig: {f.relative_to(ROOT)}", "is not as it says"
        yield f".editorconfig: files of {top}", ""


def main():
    passed = failed = 0
    for checks in (compared, links, quotes, contributing, editors):
        for what, wrong in checks():
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"FAIL {what}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
