#!/usr/bin/env python3
"""What is read from a recording is what was written: every --emit of inspect says the same of both.

usage: roundtrip.py DBIDX [--every=N] [--emit=A,B] [FILE...]
Without files: every N-th program (7) of the conformance tests. One line a difference, then `N passed, N failed`; a check is one
artefact of one program.
"""
import argparse
import base64
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))
import speaks  # noqa: E402

EMITS = ["jaxpr", "types", "autograph", "binds", "events", "calls", "strategies", "dot", "svg", "html", "json", "dbidx"]
FOLDERS = ["tests/conformance", "tests/conformance2", "tests/grad", "tests/errors/cases"]
LEAST = 100  # checks, of a run without files


def inspect(args, path, emit):
    environment = dict(os.environ, DBIDX_CACHE="session")
    r = subprocess.run([args.dbidx, "inspect", path.name, f"--emit={emit}"], capture_output=True, text=True, cwd=path.parent,
                       timeout=600, env=environment)
    return r.returncode, r.stdout, diagnostics(r.stderr)


def diagnostics(text):
    """Of standard error what the recording keeps: the message of the last diagnostic, not what was printed or warned of, nor
    the edits that were tried."""
    lines = [line for line in text.split("\n") if line.startswith("error[")]
    return lines[-1] if lines else ""


def without_trips(said):
    """What a page or its JSON says but the trips of loops: a run tells these, and a recording has none."""
    status, text, diagnostic = said
    head, data, tail = re.fullmatch(r'(.*<script type="application/json" id="data"[^>]*>|)(.*?)(\n</script>.*|\s*)', text, re.S).groups()
    if head.endswith('data-form="deflate">'):
        data = zlib.decompress(base64.b64decode(data)).decode()
    document = json.loads(data)
    for function in document["functions"]:
        for bind in function["binds"]:
            bind.pop("trips", None)
    return status, head + json.dumps(document) + tail, diagnostic


def check(args, program):
    wrong, passed = [], 0
    with tempfile.TemporaryDirectory() as folder:
        recording = pathlib.Path(folder) / (program.stem + ".dbidx")
        status, text, _ = inspect(args, program, "dbidx")
        recording.write_text(text)
        if not text.endswith('{"k": "end"}\n'):
            return 0, [f"{program}: no recording, status {status}"]
        for emit in args.emit.split(","):
            a, b = inspect(args, program, emit), inspect(args, recording, emit)
            if emit in ("html", "json") and a[1] and b[1]:
                a, b = without_trips(a), without_trips(b)
            passed += a == b
            if a != b:
                what = ["status", "output", "diagnostic"]
                wrong.append(f"{program} {emit}: " + ", ".join(w for w, x, y in zip(what, a, b) if x != y))
    return passed, wrong


def programs(args):
    if args.files:
        return [pathlib.Path(f).resolve() for f in args.files]
    found = []
    for folder in FOLDERS:
        found += sorted(f for f in (ROOT / folder).rglob("*") if f.suffix in (".py", ".jaxpr"))
    always = [ROOT / "tests/grad/g47_second_derivative_of_while.py",  # loops that are bound by the rules of a derivative
              ROOT / "tests/conformance/cond/dim_identity.py",
              ROOT / "tests/conformance/divergent/integer_division_in_body.py"]  # calls that were traced before, for a comparison
    return found[::args.every] + always


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dbidx", type=os.path.abspath)
    parser.add_argument("--every", type=int, default=7)
    parser.add_argument("--emit", default=",".join(EMITS))
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for n, wrong in pool.map(lambda p: check(args, p), programs(args)):
            passed, failed = passed + n, failed + len(wrong)
            for w in wrong:
                print("FAIL", w)
    if not args.files and passed + failed < LEAST:
        print(f"FAIL only {passed + failed} checks")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
