#!/usr/bin/env python3
"""Every Jaxpr that a program of tests/conformance prints or traces, as a source of its own.

usage: corpus.py DBIDX [--engine=interp|jit] [--every=N] [--list] [NAME...]

The Jaxprs printed in a .out or .right are what the real Catalyst (or jax) printed. Each of them has
to be read, type-checked, and printed back identically, and so has each Jaxpr that dbidx traced. With
the arguments of the program's own calls (`inspect --emit=calls`) a Jaxpr has to give what the call
gave on the same engine; captured constants, whose values the text does not hold, are passed as
leading arguments. What cannot be run is counted with the reason (--list: and listed). --every=N takes
every Nth program.
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

from texts import ROOT, printed_in


class Test:
    def __init__(self, program, engine):
        self.program = program
        self.engine = engine
        self.passed = self.failed = 0
        self.counts = collections.Counter()
        self.listed = []
        self.known = {}
        self.folder = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.folder.name) / "text.jaxpr"

    def dbidx(self, *args):
        r = subprocess.run([self.program, *args], capture_output=True, text=True, timeout=60,
                           stdin=subprocess.DEVNULL)
        return r.returncode, r.stdout, r.stderr

    def check(self, ok, where, what):
        self.passed += ok
        self.failed += not ok
        if not ok:
            print(f"FAIL {where}: {what[:1000]}")
        return ok

    def skip(self, where, reason):
        self.counts[reason] += 1
        self.listed.append(f"{where}: {reason}")

    def reads_back(self, where, text):
        if text in self.known:
            return self.known[text]
        self.file.write_text(text)
        status, out, err = self.dbidx("jaxpr", str(self.file))
        ok = self.check(status == 0 and out == text + "\n", where,
                        err or f"printed back as\n{out}")
        self.known[text] = ok
        self.counts["different Jaxprs read, checked and printed back"] += ok
        return ok

    def runs(self, where, call):
        args = ", ".join(call["args"])
        want = None if call["results"] is None else "".join(r + "\n" for r in call["results"])
        self.file.write_text(call["jaxpr"])
        status, out, err = self.dbidx("run", f"--engine={self.engine}", "--args", args, str(self.file))
        if want is None:
            self.check(status == 1 and not out, where, "it ran, but the call failed")
            self.counts["calls that fail, fail again"] += status == 1
        else:
            ok = self.check(status == 0 and out == want, where,
                            f"of {args}\n{call['jaxpr']}\ngave\n{out}{err}, not\n{want}")
            self.counts["calls with the same results"] += ok

    def one(self, path):
        name = path.relative_to(ROOT).with_suffix("")
        printed = set()
        for ending in (".out", ".right"):
            if path.with_suffix(ending).exists():
                printed |= set(printed_in(path.with_suffix(ending).read_text()))
        _, out, _ = self.dbidx("inspect", f"--engine={self.engine}", str(path), "--emit=calls")
        calls, seen, ran = [json.loads(line) for line in out.splitlines()], set(), set()
        for text in sorted(printed | {c["jaxpr"] for c in calls}):
            self.reads_back(name, text)
        for c in calls:
            key = (c["jaxpr"], json.dumps(c.get("args")))
            if not c["called"] or key in seen or not self.known[c["jaxpr"]]:
                continue
            seen.add(key)
            ran.add(c["jaxpr"])
            self.counts["of the Jaxprs run have captured constants"] += c["constants"] > 0
            self.runs(name, c)
        for text in sorted(printed):
            self.counts["Jaxprs printed by programs"] += 1
            if text in ran:
                self.counts["printed ones that were run"] += 1
            elif text in {c["jaxpr"] for c in calls}:
                self.skip(name, "printed and never called")
            else:
                self.skip(name, "printed by Catalyst, where dbidx traces another one or refuses"
                                " (conformance/divergent and the like): the call is not this Jaxpr's")


def main():
    options = dict(a[2:].partition("=")[::2] for a in sys.argv[1:] if a.startswith("--"))
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    test = Test(words[0], options.get("engine", "interp"))
    paths = [p for p in sorted(ROOT.rglob("*.py")) if not words[1:] or any(w in str(p) for w in words[1:])]
    for path in paths[::int(options.get("every", 1))]:
        test.one(path)
    for what, n in sorted(test.counts.items()):
        print(f"{n:6} {what}")
    if "list" in options:
        print("\n".join(test.listed))
    print(f"{test.passed} passed, {test.failed} failed")
    return test.failed > 0


sys.exit(main())
