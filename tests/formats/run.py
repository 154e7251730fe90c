#!/usr/bin/env python3
"""The formats of `dbidx check`: what a reader of each of them finds, and the files that call it.

usage: run.py DBIDX
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from speaks import silent  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FILES = {  # name: text, and the rules of its findings with their lines (0: without a place)
    "good.py": ("from catalyst import qjit\n\n@qjit\ndef f(n: int):\n    return n\n", []),
    "mismatch.py": ("from jax import numpy as jnp\nfrom catalyst import qjit\n\n@qjit\ndef f(n: int):\n"
                    "    return jnp.ones([n]) + jnp.ones([n + 1])\n", [("E301", 6)]),
    "50% a:b,c.py": ("raise ValueError('100% <&> \"q\",\\n::x')\n", [("E214", 1)]),
    "unread\u00e4ble.py": (None, [("unchecked", 0)]),
    "sheet.md": ("# A\n\n```python\n>>> 1 + 1\n3\n```\n", [("worksheet", 5)]),
    "warned.py": ("from catalyst import qjit, for_loop\n\n@qjit\ndef f(n: int):\n    @for_loop(5, 5, 1)\n"
                  "    def loop(i, s):\n        return s + i\n    return loop(n)\n", [("W104", 8)]),
}
MESSAGE = "100% <&> \"q\",\n::x"
passed = failed = 0


def check(what, good, said=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAIL {what}: {said}")


def run(folder, form, names):
    try:
        r = subprocess.run([sys.argv[1], "check", "--target=catalyst-0.15", f"--format={form}", *names], cwd=folder,
                           stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        return r.stdout.decode(errors="replace"), r.returncode
    except OSError as e:
        return str(e), -1


def unescaped(text):
    return re.sub("%([0-9A-F]{2})", lambda m: chr(int(m[1], 16)), text)


def github(text):
    for line in text.splitlines():
        m = re.fullmatch(r"::(warning|error) file=([^,:]*)(?:,line=(\d+),endLine=\d+(?:,col=\d+,endColumn=\d+)?)?"
                         r",title=(\w+)[^:]*::(.*)", line)
        yield (unescaped(m[2]), m[4], int(m[3] or 0), m[1], unescaped(m[5])) if m else (line,)


def sarif(text):
    document = json.loads(text)
    assert document["version"] == "2.1.0" and "sarif" in document["$schema"]
    (one,) = document["runs"]
    rules = {r["id"]: r["shortDescription"]["text"] for r in one["tool"]["driver"]["rules"]}
    for r in one["results"]:
        assert rules[r["ruleId"]]
        place = r["locations"][0]["physicalLocation"]
        region = place.get("region", {"startLine": 0, "startColumn": 1, "endLine": 0, "endColumn": 1})
        assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
        file = urllib.parse.unquote(place["artifactLocation"]["uri"])
        yield file, r["ruleId"], region["startLine"], r["level"], r["message"]["text"]


def junit(text):
    root = xml.etree.ElementTree.fromstring(text)
    for case in root.iter("testcase"):
        m = re.fullmatch(r"(\w+)(?: at (\d+):\d+)?", case.get("name"))
        for failure in case.iter("failure"):
            yield case.get("classname"), m[1], int(m[2] or 0), None, failure.get("message")
        if not len(case):
            yield case.get("classname"), None, 0, None, ""


def main():
    sys.argv[1] = str(pathlib.Path(sys.argv[1]).resolve())
    if silent(sys.argv[1]):
        return True
    with tempfile.TemporaryDirectory() as folder:
        for name, (text, _) in FILES.items():
            if text is not None:
                (pathlib.Path(folder) / name).write_text(text)
        for form, reader in (("github", github), ("sarif", sarif), ("junit", junit)):
            out, status = run(folder, form, list(FILES))
            try:
                found = list(reader(out))
            except Exception as e:
                check(form, False, f"{type(e).__name__} {e}: {out}")
                continue
            check(f"{form}, status", status == 1, status)
            for name, (_, rules) in FILES.items():
                of_file = [f for f in found if f[0] == name]
                want = rules or ([(None, 0)] if form == "junit" else [])
                check(f"{form}, {name}", [f[1:3] for f in of_file] == want, of_file)
                if rules and form != "junit":
                    level = "warning" if rules[0][0].startswith("W") else "error"
                    check(f"{form}, level of {name}", [f[3] for f in of_file] == [level], of_file)
            messages = [f[4] for f in found if f[0] == "50% a:b,c.py"]
            check(f"{form}, characters that mean something", len(messages) == 1 and MESSAGE in messages[0], messages)
            alone, status = run(folder, form, ["good.py"])
            check(f"{form}, nothing found", status == 0 and [f[1] for f in reader(alone) if f[1]] == [], alone)
        text, status = run(folder, "text", ["mismatch.py"])
        check("text", status == 1 and re.match(r"mismatch\.py:6:12: error\[E301\] ", text), text)
        said, status = run(folder, "yaml", ["good.py"])
        check("another", status == 2 and not said, said)
    called(sys.argv[1])
    print(f"{passed} passed, {failed} failed")
    return failed > 0


def called(dbidx):
    """The hooks and the action call what there is."""
    try:
        options = subprocess.run([dbidx, "check", "--help"], capture_output=True, text=True).stdout
    except OSError as e:
        options = str(e)
    for file in (".pre-commit-hooks.yaml", "docs/action/action.yml"):
        commands = re.findall(r"dbidx check(.*)", (ROOT / file).read_text())
        used = set(re.findall(r"--([a-z]+)", " ".join(commands)))
        known = all(f"--{option}" in options for option in used) and "check" in options
        check(file, commands and known, options)
    hooks = (ROOT / ".pre-commit-hooks.yaml").read_text()
    named = set(re.findall(r"`(dbidx-\w+)`", (ROOT / "docs/continuous-integration.md").read_text()))
    check("names of hooks", options and "--format" in options and named == set(re.findall(r"- id: (\S+)", hooks)), named)


sys.exit(main())
