#!/usr/bin/env python3
"""Makes a C table of the modules of the language that are written in Python: the files of py/.

usage: embed.py FOLDER OUT.c DEPFILE
"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts"))
from c_text import literal  # noqa: E402


def main():
    folder, out, depfile = (pathlib.Path(a) for a in sys.argv[1:])
    # A new module changes its folder.
    inputs = [pathlib.Path(__file__), folder] + [d for d in sorted(folder.rglob("*")) if d.is_dir()]
    rows = []
    for f in sorted(folder.rglob("*.py"), key=lambda f: f.name):
        text = f.read_text(encoding="utf-8")
        inputs.append(f)
        rows.append(f'{{"{f.stem}",\n{literal(text)},\n{len(text.encode())}}},')
    out.write_text('// Made by repl/lang/lib/embed.py.\n#include "lang/modules/python.h"\n\n'
                   "const python_text python_texts[] = {\n" + "\n".join(rows) + "\n{0}};\n")
    depfile.write_text(f"{out}: " + " ".join(str(i).replace(" ", "\\ ") for i in inputs) + "\n")


main()
