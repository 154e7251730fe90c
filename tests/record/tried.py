#!/usr/bin/env python3
"""dbidx open --try: edits of a recorded program are tried with what recorded it.

usage: tried.py DBIDX [--python=PYTHON]
Without a Python, a script stands for the interpreter: it is started as one would be, and records by dbidx itself. With one, which has
Catalyst, the program is recorded and tried with it. Then what is refused: a recording that does not say how it was
made, and a program that is another one by now. `N passed, N failed`.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

NAME = "broadcast_distinct_names"
PROGRAM = ROOT / "tests" / "conformance" / "errors_array" / f"{NAME}.py"
RECORDING = ROOT / "tests" / "record" / "failed" / f"errors_array.{NAME}.dbidx"
INTERPRETER = """#!/bin/sh
# -m dbidx record -o RECORDING --text TEXT PROGRAM ARG...
[ "$1 $2 $3 $4 $6" = "-m dbidx record -o --text" ] && [ "$9" = argument ] && [ -d "$PYTHONPATH/dbidx" ] && [ -e here ] || exit 3
cp "$7" "$(basename "$8").edited"
exec {dbidx} inspect "$(basename "$8").edited" --emit=dbidx -o "$5"
"""
TRIED = '= tried: @qjit(abstracted_axes=({0: "n"}, {0: "n"}))   traces; result f64['


def opened(dbidx, path, *args):
    p = subprocess.run([dbidx, "open", "--no-init", "--width=100", *args, str(path)], stdin=subprocess.DEVNULL, capture_output=True,
                       text=True, timeout=600, env=dict(os.environ, DBIDX_CACHE="session", NO_COLOR="1"), check=False)
    return p.stderr


def recorded(folder, dbidx):
    """A recording whose interpreter is a script."""
    script = folder / "interpreter"
    script.write_text(INTERPRETER.replace("{dbidx}", dbidx))
    script.chmod(0o755)
    (folder / "here").touch()
    first, rest = RECORDING.read_text().split("\n", 1)
    run = (f'{{"k": "run", "python": "{script}", "package": "{ROOT / "python"}", "program": "{folder / PROGRAM.name}", '
           f'"args": ["argument"], "folder": "{folder}"}}')
    return "\n".join([first, run, rest])


def recorded_live(folder, python):
    subprocess.run([python, "-m", "dbidx", "record", "-o", "r.dbidx", PROGRAM.name], cwd=folder, check=True, stdout=subprocess.DEVNULL,
                   env=dict(os.environ, PYTHONPATH=str(ROOT / "python")))
    return (folder / "r.dbidx").read_text()


def checks(dbidx, python, folder):
    program, recording = folder / PROGRAM.name, folder / "r.dbidx"
    program.write_bytes(PROGRAM.read_bytes())
    recording.write_text(recorded_live(folder, python) if python else recorded(folder, dbidx))
    text = opened(dbidx, recording, "--try")
    yield "an edit that holds", TRIED in text
    yield "only with the option", "tried:" not in opened(dbidx, recording)
    program.write_text(PROGRAM.read_text() + "\n")
    text = opened(dbidx, recording, "--try")
    yield "another program", "error[E208]" in text and str(program) in text and "error[E301]" in text
    recording.write_text("".join(line for line in recording.read_text().splitlines(True) if '"k": "run"' not in line))
    text = opened(dbidx, recording, "--try")
    yield "no way to run it", "error[E208]" in text and "python -m dbidx record" in text and "error[E301]" in text
    recording.write_text(recording.read_text().replace('{"k": "source"', '{"k": "run", "python": 3}\n{"k": "source"', 1))
    yield "no text", "error[E608]" in opened(dbidx, recording, "--try")


def main():
    dbidx = str(pathlib.Path(sys.argv[1]).resolve())
    python = next((a.split("=", 1)[1] for a in sys.argv[2:] if a.startswith("--python=")), None)
    if speaks.silent(dbidx):
        return 1
    with tempfile.TemporaryDirectory() as folder:
        return speaks.tell(checks(dbidx, python, pathlib.Path(folder)))


if __name__ == "__main__":
    sys.exit(main())
