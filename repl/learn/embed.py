#!/usr/bin/env python3
"""Makes C tables of the documentation pages that the program shows, and the texts of its site.

usage: embed.py ROOT OUT.c DEPFILE
A page's names are its file's name and the words of its first heading, which are separated by commas.
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
from c_text import literal  # noqa: E402

KINDS = [("TERM", "docs/terms", "*.md"), ("CODE", "docs/errors", "*.md"), ("EXAMPLE", "examples", "*.py"),
         ("COURSE", "docs/course", "*.md"), ("GUIDE", "docs", "*.md")]


def title(text):
    first = text.splitlines()[0] if text else ""
    return first.lstrip("# ").strip()


def site(inputs):
    text = '#include "learn/site.h"\n'
    for name in ("css", "js"):
        f = pathlib.Path(__file__).parent / f"site.{name}"
        inputs.append(f)
        text += f"const char site_{name}[] =\n{literal(f.read_text(encoding='utf-8'))};\n"
    return text


def main():
    root, out, depfile = (pathlib.Path(a) for a in sys.argv[1:])
    rows, inputs = [], [pathlib.Path(__file__), root / "scripts" / "c_text.py", root / "docs"]
    for kind, folder, pattern in KINDS:
        if not (root / folder).is_dir():
            continue
        inputs.append(root / folder)  # a new page changes the folder
        for f in sorted((root / folder).glob(pattern)):
            text = f.read_text(encoding="utf-8")
            inputs.append(f)
            rows.append(f'{{PAGE_{kind}, "{f.stem}",\n{literal(title(text))},\n{literal(text)}}},')
    out.write_text('// Made by repl/learn/embed.py.\n#include "learn/pages.h"\n\nconst page pages[] = {\n'
                   + "\n".join(rows) + f"\n}};\nconst uint32_t pages_count = {len(rows)};\n\n" + site(inputs))
    depfile.write_text(f"{out}: " + " ".join(str(i).replace(" ", "\\ ") for i in inputs) + "\n")


main()
