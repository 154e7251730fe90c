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
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        for link in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
            if not link.startswith("http"):
                yield f"{page.name}: link {link}", "" if (page.parent / link).exists() else "leads nowhere"


def main():
    passed = failed = 0
    for checks in (compared, links):
        for what, wrong in checks():
            passed, failed = passed + (not wrong), failed + bool(wrong)
            if wrong:
                print(f"FAIL {what}: {wrong}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
