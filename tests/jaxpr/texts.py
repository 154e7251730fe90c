"""Jaxprs in the texts that programs of tests/conformance print."""
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent / "conformance"
BEGIN = re.compile(r"(?:let \w+ = )?\{ lambda ")


def end_of(text, at):
    """The end of the Jaxpr that begins at `at`; None if it is cut off."""
    depth, lets, jaxprs = 0, 0, 0
    for i in range(at, len(text)):
        if depth == 0 and text.startswith("let ", i) and (i == at or text[i - 1].isspace()):
            lets += 1
        if text[i] in "({[":
            depth += 1
        elif text[i] in ")}]":
            depth -= 1
            jaxprs += depth == 0
            if depth == 0 and jaxprs > lets:
                return i + 1
    return None


def printed_in(text):
    at = 0
    while match := BEGIN.search(text, at):
        end = end_of(text, match.start())
        if end is None:
            return
        yield text[match.start():end]
        at = end


def all_printed():
    found = {}
    for ending in (".out", ".right"):
        for path in sorted(ROOT.rglob("*" + ending)):
            for text in printed_in(path.read_text()):
                found.setdefault(text)
    return list(found)


def both_styles(program):
    """The distinct ones that are not very long; every second one as jax 0.7.1 would print it."""
    out = []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "text.jaxpr"
        for i, text in enumerate(t for t in all_printed() if len(t) < 4000):
            if i % 2:
                file.write_text(text)
                text = subprocess.run([program, "jaxpr", "--jaxpr-style=new", str(file)], check=True,
                                      capture_output=True, text=True).stdout
            out.append(text)
    return out
