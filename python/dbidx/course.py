"""The course as notebooks: `python -m dbidx course DIR` writes one for each of its sheets (docs/course)."""
import argparse
import json
import pathlib
import re
import sys

PROMPT = re.compile(r"(?:[A-Za-z_][\w, ]* )?>>>(?: (.*))?$")
MORE = re.compile(r"\.\.\.(?: (.*))?$")
FENCE = re.compile(r"^```(.*?)$(.*?)^```$\n?", re.M | re.S)


def folder():
    """Of the sheets: in the package, or in the repository that it stands in."""
    inside = pathlib.Path(__file__).parent / "sheets"
    return inside if inside.is_dir() else pathlib.Path(__file__).parent.parent.parent / "docs" / "course"


def statements(session):
    """(what was typed, what came of it) of each statement of a session. What an open block shows between its lines is
    left out: a cell has all of them at once."""
    found = []
    for line in session.splitlines():
        first, more = PROMPT.match(line), MORE.match(line)
        if first:
            found.append(([first[1] or ""], []))
        elif more and (not found[-1][1] or found[-1][0][0].startswith("with ")):
            found[-1][0].append(more[1] or "")
            found[-1][1].clear()
        else:
            found[-1][1].append(line)
    return [("\n".join(typed).rstrip("\n"), "\n".join(shown).rstrip("\n")) for typed, shown in found]


def cells_of_session(session):
    """Statements that show nothing stand with the next one."""
    source = []
    for typed, shown in statements(session):
        if typed:
            source.append(typed)
        if shown and source:
            yield "\n".join(source), shown
            source = []
    if source:
        yield "\n".join(source), ""


def pieces(sheet):
    """(kind, text, output): of prose; of a cell; "new", where the session begins anew."""
    at, prose, blocks = 0, "", list(FENCE.finditer(sheet))
    for i, block in enumerate(blocks):
        prose += sheet[at:block.start()]
        at = block.end()
        words, text = block[1].split(), block[2].lstrip("\n")
        if not words or words[0] != "python" or any("." in w for w in words[1:]):
            is_output = words[:1] == ["output"] and i and blocks[i - 1][1].startswith("python")
            prose += "" if is_output else block[0]
            continue
        yield "prose", prose, ""
        prose = ""
        if "new" in words[1:]:
            yield "new", "", ""
        if PROMPT.match(text.split("\n", 1)[0]):
            yield from (("cell", source, shown) for source, shown in cells_of_session(text))
        else:
            following = blocks[i + 1] if i + 1 < len(blocks) else None
            shown = following[2].strip("\n") if following and following[1].split()[:1] == ["output"] else ""
            yield "cell", text.rstrip("\n"), shown
    yield "prose", prose + sheet[at:], ""


def code(source, shown):
    outputs = [{"output_type": "stream", "name": "stdout", "text": shown + "\n"}] if shown else []
    metadata = {"tags": ["raises-exception"]} if re.search(r"^error\[", shown, re.M) else {}
    return {"cell_type": "code", "execution_count": None, "metadata": metadata, "source": source, "outputs": outputs}


def notebook(sheet):
    """A notebook of the text of a sheet, with the outputs that the sheet shows."""
    cells, begun = [], False
    for kind, text, shown in pieces(sheet):
        if kind == "prose" and text.strip():
            cells.append({"cell_type": "markdown", "metadata": {}, "source": text.strip("\n")})
        elif kind == "new" and begun:
            cells.append(code(":quit", ""))
        elif kind == "cell":
            cells.append(code(text, shown))
            begun = True
    for i, c in enumerate(cells):
        c["id"] = f"cell-{i + 1}"
    metadata = {"kernelspec": {"name": "dbidx", "display_name": "dbidx", "language": "dbidx"}, "language_info": {"name": "dbidx"}}
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": cells}


def main(argv):
    parser = argparse.ArgumentParser(prog="python -m dbidx course", description="writes the course as notebooks")
    parser.add_argument("folder")
    to = pathlib.Path(parser.parse_args(argv).folder)
    try:
        to.mkdir(parents=True, exist_ok=True)
        for sheet in sorted(folder().glob("[0-9]*.md")):
            path = to / (sheet.stem + ".ipynb")
            path.write_text(json.dumps(notebook(sheet.read_text(encoding="utf-8")), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(path)
    except OSError as e:
        print(f"dbidx: {e}", file=sys.stderr)
        return 1
    return 0
