#!/usr/bin/env python3
"""Is what the page highlights true? Random programs: the text of each highlighted range is evaluated where it stands.

usage: highlights.py DBIDX [-n PROGRAMS] [-s SEED]

A mark of the page's document says that the value of a range has dimensions: as the length of an axis, or as the number
itself; and which ones are made there: the event that makes them has this range. The range is given a name there, `(h7 := RANGE)`, the program is traced again, and the log of that trace says what
h7 stands for: its type has to have the dimension. A parameter or what an assignment names has one in the log already. The
names must not change the Jaxpr, so that its letters can be compared. One line a fault, then `N passed, N failed`.
"""
import argparse
import ast
import collections
import concurrent.futures
import difflib
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS / "fuzz"))
import generate  # noqa: E402

HEADER = "from catalyst import qjit, for_loop, while_loop, cond\nfrom jax import numpy as jnp\nimport jax\n\n"
LETTERS = re.compile(r"[a-z]+_?")
ANNOTATED = re.compile(r"^@qjit$", re.M)


class Trace:
    """The last function of a program: its Jaxpr, its log, and what each NAME event says.

    A variable is (scope, letter). Letters are unique in a trace but for the branches of a cond, which begin again: the scope
    is the branch. A constant stands for what is outside, an argument of a call for its operand.
    """

    def __init__(self, dbidx, path, source):
        path.write_text(source)
        self.source, self.path, self.dbidx = source, path, dbidx
        self.jaxpr = self.inspect("jaxpr")
        self.events = [json.loads(line) for line in self.inspect("events").splitlines()]
        self.scopes, self.around, open_frames = {None: None}, {None: None}, [None]
        self.types, self.named, self.outer, self.arguments, self.called = (
            collections.defaultdict(x) for x in (set, set, set, list, list))
        self.untold = set()  # names of values that the Jaxpr does not have
        conds = {e["bind"] for e in self.events if e["kind"] == "BIND_OPEN" and e["primitive"] == "cond"}
        opened = collections.Counter(e["bind"] for e in self.events if self.is_branch(e, conds))
        seen = collections.Counter()
        for e in self.events:
            if e["kind"] == "FRAME_OPEN":
                self.around[e["context"]] = open_frames[-1]
                self.scopes[e["context"]] = self.scopes[open_frames[-1]]
                open_frames.append(e["context"])
                if self.is_branch(e, conds):  # each is evaluated twice
                    self.scopes[e["context"]] = (e["bind"], seen[e["bind"]] % max(1, opened[e["bind"]] // 2))
                    seen[e["bind"]] += 1
            elif e["kind"] == "FRAME_CLOSE":
                open_frames.pop()
                if e["context_kind"] == "call":
                    self.called[self.around[e["context"]]].append(e["context"])
            else:
                self.see(e)

    @staticmethod
    def is_branch(e, conds):
        return e["kind"] == "FRAME_OPEN" and e["context_kind"] == "nested program" and e["bind"] in conds

    def see(self, e):
        f = e["frame"]
        if e["kind"] in ("ARGUMENT", "CONSTANT"):
            self.type_of(f, e["text"].split()[1])
            if e["kind"] == "ARGUMENT":
                self.arguments[f].append(e["variable"])
            elif e["outer"]:
                self.outer[self.key(f, e["variable"])] |= self.meant(self.around[f], e["outer"])
        elif e["kind"] == "EQUATION" and " = " in e["text"]:
            left, right = e["text"].split(" = ", 1)
            for t in left.split():
                self.type_of(f, t)
            if e["primitive"] == "pjit" and self.called[f]:
                self.pass_arguments(self.called[f].pop(), f, right)
        elif e["kind"] == "NAME" and not e["variable"]:
            self.untold.add(e["name"])
        elif e["kind"] == "NAME":
            place = tuple(e["span"][k] for k in ("line", "column", "end_line", "end_column")) if e["span"] else None
            for at in (None, place):
                self.named[e["name"], at] |= self.meant(f, e["variable"])

    def meant(self, frame, letter):
        """A tracer of a context outside has its letter there, also in a branch that has used that letter by then."""
        found = set()
        while frame is not None:
            if self.key(frame, letter) in self.types:
                found.add(self.key(frame, letter))
            frame = self.around[frame]
        return found

    def pass_arguments(self, call, frame, text):
        """Operands: what stands behind the parameters' bracket; those of captures come first."""
        operands = text[text.rindex("]") + 1:].split()
        for inner, outer in zip(reversed(self.arguments[call]), reversed(operands)):
            if LETTERS.fullmatch(outer):
                self.outer[self.key(call, inner)] |= self.meant(frame, outer)

    def key(self, frame, letter):
        return self.scopes[frame], letter

    def reach(self, keys):
        """The variables and all that they stand for."""
        found, left = set(), list(keys)
        while left:
            k = left.pop()
            if k not in found:
                found.add(k)
                left += self.outer[k]
        return found

    def inspect(self, form):
        done = subprocess.run([self.dbidx, "inspect", str(self.path), f"--emit={form}"], capture_output=True, text=True, timeout=120)
        if done.returncode or not done.stdout:
            raise ValueError(f"{form}: {done.stderr[-300:]}")
        return done.stdout

    def type_of(self, frame, typed):
        name, kind = typed.split(":")
        dims = kind[kind.index("[") + 1:-1].split(",")
        self.types[self.key(frame, name)] |= {self.key(frame, d) for d in dims if LETTERS.fullmatch(d)}

    def has(self, name, place=None):
        return self.reach(k for v in self.named[name, place] for k in (v, *self.types[v]))


def offsets(source):
    """(line, column), counted from 1, as an index."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return lambda line, column: starts[line - 1] + column - 1


def span_of(node):
    return node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset + 1


def with_names(source, spans):
    """The source with `(h0 := ...)` around the ranges; those that are inside of others too."""
    at, edits = offsets(source), []
    for name, (line, column, end_line, end_column) in spans:
        begin, end = at(line, column), at(end_line, end_column)
        edits += [(begin, 1, -end, f"({name} := "), (end, 0, -begin, ")")]  # before it closes, what begins later has
    for place, _, _, text in sorted(edits, key=lambda e: (e[0], e[1], e[2]), reverse=True):
        source = source[:place] + text + source[place:]
    return source


def sort_marks(source, marks):
    """What can be given a name, and what has one: {mark: (name, place of the value)}."""
    tree, ranges, known = ast.parse(source), [], {}
    nodes = collections.defaultdict(list)
    arguments, targets, parts = {}, {}, {}
    for n in ast.walk(tree):
        if hasattr(n, "lineno"):
            nodes[span_of(n)].append(n)
        if isinstance(n, (ast.FunctionDef, ast.Lambda)):
            for a in ast.walk(n.args):
                if isinstance(a, ast.arg):
                    line, column = a.lineno, a.col_offset + 1
                    arguments[line, column, line, column + len(a.arg)] = (a.arg, span_of(n))
        if isinstance(n, ast.Assign):
            if isinstance(n.targets[0], ast.Tuple):
                parts[span_of(n.value)] = [x.id for x in n.targets[0].elts if isinstance(x, ast.Name)]
            for t in n.targets:
                for name in t.elts if isinstance(t, ast.Tuple) else [t]:
                    if isinstance(name, ast.Name):
                        targets[span_of(name)] = (name.id, None)
    for k, m in enumerate(marks):
        place = tuple(m["span"][1:])
        if place in arguments:
            known[k] = arguments[place]
        elif place in targets:
            known[k] = targets[place]
        elif any(isinstance(n, ast.expr) for n in nodes[place]):
            ranges.append(k)
        else:
            known[k] = None  # no expression: a fault
    return ranges, known, parts


def aligned(shown, events):
    """{event of the page: event of the log}. A library function may be traced once where the page was made, and again here."""
    texts = ["".join(p if isinstance(p, str) else p[0] for p in e["text"]) for e in shown], [e["text"] for e in events]
    a, b = ([re.sub(r"context \d+", "context", t) for t in x] for x in texts)
    return {m.a + k: m.b + k for m in difflib.SequenceMatcher(None, a, b, autojunk=False).get_matching_blocks() for k in range(m.size)}


def look(dbidx, folder, number, seed):
    """(ranges evaluated, dimensions compared, faults) of one program; None if it is refused."""
    program = generate.Program(random.Random(f"{seed}/{number}"), "f")
    call = "" if ANNOTATED.search(program.source) else f"\nf{program.calls[0][program.calls[0].index('('):]}\n"
    source, path = HEADER + program.source + call, folder / f"p{number}.py"
    try:
        first = Trace(dbidx, path, source)
        function = json.loads(first.inspect("json"))["functions"][-1]
    except ValueError:
        return None
    marks, dims = function["marks"], function["dimensions"]
    ranges, known, parts = sort_marks(source, marks)
    names = [(f"h{k}", tuple(marks[k]["span"][1:])) for k in ranges]
    second = Trace(dbidx, folder / f"q{number}.py", with_names(source, names))
    if second.jaxpr != first.jaxpr:
        return 0, 0, 0, ["the names change the Jaxpr"]
    faults, compared, untold, there = [], 0, 0, aligned(function["events"], first.events)
    for k, m in enumerate(marks):
        text = "\n".join(source.splitlines()[m["span"][1] - 1:m["span"][3]])
        if k in known and known[k] is None:
            faults.append(f"{m['span']} is no expression: {text}")
            continue
        for d in m["births"]:
            e = first.events[there[dims[d]["event"]]]
            made = {tuple(e["span"][x] for x in ("line", "column", "end_line", "end_column"))} if e["span"] else set()
            around = {(*m["span"][1:3], *p[2:]) for p in made}  # parentheses that are closed in it belong to it
            if e["kind"] != "ARGUMENT" and not m["span"][1:] in [list(p) for p in made | around]:
                faults.append(f"{m['span'][1:]} is no birth of {dims[d]['name']}, that is at {made}: {text.strip()}")
        have = second.has(f"h{k}") if k not in known else first.has(*known[k]) or first.has(known[k][0])
        of = [f"h{k}"] if k not in known else [known[k][0]]
        of += parts.get(tuple(m["span"][1:]), [])
        if (second if k not in known else first).untold & set(of):
            untold += 1
            continue
        for name in parts.get(tuple(m["span"][1:]), []):  # a value of several parts has no name of its own
            have = have | first.has(name)
        for d in m["dims"]:
            key = first.key(first.events[there[dims[d]["event"]]]["frame"], dims[d]["name"])
            compared += 1
            if key not in have:
                faults.append(f"{m['span'][1:]} has no {key}, but {sorted(map(str, have))}: {text.strip()}")
    return len(marks) - untold, compared, untold, faults


def main():
    p = argparse.ArgumentParser()
    p.add_argument("program")
    p.add_argument("-n", type=int, default=300)
    p.add_argument("-s", type=int, default=22)
    o = p.parse_args()
    passed = failed = marks = compared = untold = refused = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder, wanted, begun = pathlib.Path(folder), o.n, 0
        while passed + failed < wanted and begun < 2 * wanted:
            batch = range(begun, begun + wanted - passed - failed)
            begun = batch.stop
            for number, found in zip(batch, pool.map(lambda k: look(o.program, folder, k, o.s), batch)):
                if found is None:
                    refused += 1
                    continue
                passed, failed = passed + (not found[3]), failed + bool(found[3])
                marks, compared, untold = marks + found[0], compared + found[1], untold + found[2]
                for fault in found[3]:
                    print(f"FAIL program {o.s}/{number}: {fault}")
    if passed + failed < o.n or marks < 10 * o.n:
        failed += 1
        print(f"FAIL only {passed + failed} programs with {marks} ranges")
    print(f"{marks} ranges, {compared} dimensions; of {untold} the trace does not tell, their values are not used; {refused} programs were refused\n{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
