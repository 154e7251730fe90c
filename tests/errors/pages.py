#!/usr/bin/env python3
"""Every code has its page in docs/errors, and every code of a mismatch has a program in tests/errors/programs.

usage: pages.py
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# what a program cannot show: an interrupt, a defect of dbidx or of its back end
NO_PROGRAM = {"E217", "E704", "E801", "E802", "E803"}


def codes():
    text = (ROOT / "core/base/diag_codes.def").read_text()
    return dict(re.findall(r"^D\((\w+), (\w+),", text, re.M))


def page_problems(code):
    """A page has four parts, and shows what dbidx says of its program (run by tests/worksheets)."""
    page = ROOT / "docs/errors" / f"{code}.md"
    if not page.exists():
        return ["it has no page"]
    text = page.read_text()
    said = [f"no part `{part}`" for part in ("What happened", "Why", "How to fix it") if f"## {part}\n" not in text]
    shown = re.search(r"```console\n\$ dbidx .*\n((?:.*\n)*?)```", text)
    if not shown and code not in NO_PROGRAM:
        said.append("no program")
    if shown and not re.search(rf"(error|warning)\[{code}\] ", shown[1]):
        said.append("its program shows another code")
    by_words = {"E705", "E707", "E609"}  # of the command line
    if shown and not re.search(r"-->|:\d+:\d+: |, line \d+: ", shown[1]) and code not in by_words:
        said.append("no place is shown")
    if "E300" < code < "E600" and "= tried:" not in (shown[1] if shown else ""):
        said.append("no fix is shown")
    return said


def main():
    covered = {re.match(r'"""(E\d+)', p.read_text())[1] for p in (HERE / "programs").glob("*.py")}
    failed = 0
    for code in codes():
        said = page_problems(code)
        if code[:2] in ("E3", "E5") and code not in covered:
            said.append("no program in tests/errors/programs")
        failed += bool(said)
        for s in said:
            print(f"FAIL {code}: {s}")
    print(f"{len(codes()) - failed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
