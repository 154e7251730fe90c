#!/usr/bin/env python3
"""Every kind of report in a pipe: as it is, narrow, without UTF-8, without colours.

usage: run.py DBIDX [--write]

session.txt is read with each of the settings below; what comes out is compared with the golden file of that
name (--write: replaces them; read the difference before you commit it). Beside that: no escape sequence comes
out unless colours are asked for, and with them the text is the same; in ASCII there is nothing else.
"""
import difflib
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
SETTINGS = {"plain": ([], "C.UTF-8"), "narrow": (["--width=60"], "C.UTF-8"), "ascii": (["--width=60"], "C")}


def run(program, options, locale, **more):
    env = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": locale, "TERM": "xterm", **more}
    env.update({k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")})
    done = subprocess.run([program, *options], stdin=open(HERE / "session.txt", encoding="utf-8"), env=env,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return done.stdout.decode(errors="replace"), done.returncode


def main():
    program = os.path.abspath(sys.argv[1])
    write = "--write" in sys.argv
    failed = []
    texts, wanted = {}, {}
    for name, (options, locale) in SETTINGS.items():
        text, status = run(program, options, locale)
        texts[name] = text
        golden = HERE / f"{name}.out"
        if write:
            golden.write_text(text, encoding="utf-8")
        want = golden.read_text(encoding="utf-8") if golden.exists() else ""
        wanted[name] = want
        if status or text != want:
            diff = difflib.unified_diff(want.splitlines(True), text.splitlines(True), "expected", "printed")
            failed.append(f"{name}: exit status {status}\n" + "".join(diff))
        if "\x1b" in text or text != want:
            failed.append(f"{name}: an escape sequence without --color")
    if texts["ascii"] != wanted["ascii"] or any(ord(c) > 127 for c in texts["ascii"]):
        failed.append("ascii: characters that are none of ASCII")
    coloured = run(program, ["--color=always"], "C.UTF-8")[0]
    if "\x1b" not in coloured or re.sub(r"\x1b\[[0-9;]*m", "", coloured) != texts["plain"]:
        failed.append("colours change the text")
    if run(program, [], "C.UTF-8", NO_COLOR="1")[0] != wanted["plain"]:
        failed.append("NO_COLOR is not honoured")
    for why in failed:
        print("FAIL", why)
    print(f"{2 * len(SETTINGS) + 3 - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


sys.exit(main())
