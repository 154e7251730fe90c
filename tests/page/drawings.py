#!/usr/bin/env python3
"""The arrows of a drawing (--emit=dot) against the paths in the printed Jaxpr (--emit=jaxpr).

usage: drawings.py DBIDX [FOLDER...]
       drawings.py DBIDX --random=PROGRAMS   of tests/fuzz/generate.py

In each scope an arrow has to go from a dimension that has a line to another one that is computed from it, at once or by
way of integers that have no line, and no other arrow may be there. A dimension is a letter that stands between the
brackets of a type, of this Jaxpr or, captured, of one inside of it. One line a fault, then `N passed, N failed`.
"""
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TESTS = pathlib.Path(__file__).resolve().parent.parent
FOLDERS = [TESTS / "conformance" / f for f in ("loops", "while", "cond", "nested", "dynamic_types", "creation", "reduce_shape")]
FEWEST_PROGRAMS, FEWEST_ARROWS = 400, 55
NAME = re.compile(r"[a-z]+$")
TYPED = re.compile(r"([a-z]+|_):([a-z]+\d*)\[([^\]]*)\]")


class Body:
    """A Jaxpr: its typed names, its equations, those inside of it."""

    def __init__(self, parent):
        self.parent, self.types, self.equations, self.lines = parent, {}, [], set()

    def bind(self, typed):
        names = TYPED.findall(typed)
        self.types.update({n: (dtype, dims.split(",") if dims else []) for n, dtype, dims in names})
        return [n for n, _, _ in names]


def skip(text, at):
    """Behind the bracket that opens at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] in "[({"
        depth -= text[i] in "])}"
        if not depth:
            return i + 1
    raise ValueError("unbalanced")


def read(text, at, parent, bodies):
    """A Jaxpr that begins at `at`, and those inside of it; gives where it ends."""
    end = skip(text, at)
    inside = text[at + 1:end - 1]
    body = Body(parent)
    bodies.append(body)
    head, rest = inside.split(" let", 1)
    body.bind(head.split("lambda", 1)[1])
    pos = 0
    while True:
        m = re.compile(r"\s*((?:(?:[a-z]+|_):[a-z]+\d*\[[^\]]*\]\s)+= |(?=[a-z_]+\[))([\w:-]+)").match(rest, pos)
        if not m:
            break
        made = body.bind(m.group(1))
        pos, nested = m.end(), False
        if rest[pos:pos + 1] == "[":
            close = skip(rest, pos)
            inner = pos
            while (inner := rest.find("{ lambda", inner, close)) >= 0:
                inner, nested = read(rest, inner, body, bodies), True
            pos = close
        follows = re.compile(r"((?: (?!in \(|[\w]+:)[^ =\[]+(?![^ ]))*)").match(rest, pos)
        operands = follows.group(1).split()
        pos = follows.end()
        body.equations.append((made, m.group(2), nested, operands))
    return end


def jaxpr_bodies(text):
    bodies, text, at = [], re.sub(r"\s+", " ", text), 0
    while (at := text.find("{ lambda", at)) >= 0:  # `let f = { lambda ...` stand before the Jaxpr
        at = read(text, at, None, bodies)
    return bodies


class Scope:
    def __init__(self):
        self.node_of, self.types, self.made_by, self.captures = {}, {}, {}, {}


def drawing(text):
    """The scopes of a drawing, and its arrows."""
    scopes, stack, arrows, where = [], [], [], {}
    for line in text.splitlines():
        if line.strip().startswith("subgraph"):
            stack.append(Scope())
            scopes.append(stack[-1])
        elif line.strip() == "}" and stack:
            stack.pop()
        elif m := re.match(r"\s*l(\d+) \[label=\"(argument|capture|equation) (.*?)\"(?:, style=dashed)?\];", line):
            scope, label = stack[-1], m.group(3)
            named = label.split(" = ")[0] if m.group(2) == "equation" else label.split(" <- ")[0]
            for n, dtype, dims in TYPED.findall(named):
                scope.node_of[n] = int(m.group(1))
                scope.types[n] = (dtype, dims.split(",") if dims else [])
                where[int(m.group(1))] = scope
                if m.group(2) == "equation":
                    if n != "_":
                        scope.made_by[n] = re.match(r"[\w:-]+", label.split(" = ")[1])[0]
            if m.group(2) == "capture" and " <- " in label:
                scope.captures[TYPED.findall(label)[0][0]] = label.split(" <- ")[1]
        elif m := re.match(r"\s*l(\d+) -> l(\d+) \[tooltip=\"([^\"]*)\"", line):
            arrows.append((int(m.group(1)), int(m.group(2)), m.group(3)))
    return scopes, arrows, where


def body_of(scope, bodies):
    """The Jaxpr that a scope draws: it has the names with their types, made by the same primitives."""
    return next((b for b in bodies if fits(scope, b)), None)


def fits(scope, b):
    made = {n: primitive for names, primitive, _, _ in b.equations for n in names}
    return (all(n == "_" or b.types.get(n) == kind for n, kind in scope.types.items())
            and all(made.get(n) == p for n, p in scope.made_by.items()))


def dims_of(body):
    return {d for _, dims in body.types.values() for d in dims if NAME.match(d)}


def spread(dims, scopes, body_by_scope):
    """What is captured as a dimension is one. dims: Body -> names, which grow."""
    grown = True
    while grown:
        grown = False
        for s in scopes:
            inside = body_by_scope[s]
            for inner, outer in s.captures.items():
                around, b = inside.parent if inside else None, None
                homes = []
                while around:  # it may be of a context further outside; letters of branches begin again
                    homes += [around] if outer in around.types else []
                    around = around.parent
                b = homes[0] if len(homes) == 1 else None
                if b and (inner in dims[inside]) != (outer in dims[b]):
                    dims[b].add(outer)
                    dims[inside].add(inner)
                    grown = True


def expected(body, shown, dims):
    """(from, to) for each two dimensions with lines."""
    sources, arrows = {}, set()

    def of(name):
        if name in dims and name in shown:
            return {name}
        return sources.get(name, set())

    for made, primitive, nested, operands in body.equations:
        if nested and primitive != "pjit":  # a call computes its results from its operands
            continue
        for n in made:
            made_of = set().union(*[of(o) for o in operands if NAME.match(o)]) if operands else set()
            if n in dims and n in shown:
                arrows |= {(o, n) for o in made_of if o != n}
            elif body.types.get(n, ("", [1]))[1] == [] and body.types[n][0][0] in "iu":
                sources[n] = made_of
    return arrows


def above(x, sources):
    """All that x is made of."""
    found, left = set(), [x]
    while left:
        for s in sources.get(left.pop(), ()):
            if s not in found:
                found.add(s)
                left.append(s)
    return found


def look(dbidx, program, folder, exact=True):
    """(arrows that were compared, faults) of one program; None if it has no drawing. Exact: a dimension is a letter in a type of
    the Jaxpr, and arrows are as they have to be; otherwise each arrow is a path, and each path is one of arrows: a dimension
    of an array that nothing uses is in the drawing and not in a type."""
    texts = []
    for form in ("dot", "jaxpr"):
        out = folder / f"{program.parent.name}-{program.stem}.{form}"
        ran = subprocess.run([dbidx, "inspect", str(program), f"--emit={form}", "-o", str(out)], capture_output=True, check=False,
                             stdin=subprocess.DEVNULL, timeout=60)
        if ran.returncode or not out.exists():
            return None
        texts.append(out.read_text())
    bodies = jaxpr_bodies(texts[1])
    scopes, arrows, where = drawing(texts[0])
    body_by_scope = {s: body_of(s, bodies) for s in scopes}
    dims = {b: dims_of(b) for b in bodies}
    spread(dims, scopes, body_by_scope)
    faults, seen = [], 0
    for s in scopes:
        body = body_by_scope[s]
        if not exact and sum(fits(s, b) for b in bodies) != 1:
            continue  # two Jaxprs with the same letters, of branches
        if not body:
            faults.append(f"no Jaxpr has a scope with {sorted(s.node_of)}")
            continue
        name = {node: n for n, node in s.node_of.items()}
        name = {**{node: f"line {node}" for pair in arrows for node in pair[:2]}, **name}
        want = {(s.node_of[f], s.node_of[t]) for f, t in expected(body, s.node_of, dims[body])}
        have = {(f, t) for f, t, words in arrows if words == "gives" and where.get(f) is s and where.get(t) is s}
        seen += len(want)
        if exact:
            faults += [f"an arrow without a path: {name[f]} -> {name[t]}" for f, t in have - want]
            faults += [f"a path without an arrow: {name[f]} -> {name[t]}" for f, t in want - have]
            continue
        in_jaxpr = {n: set(operands) for made, _, _, operands in body.equations for n in made}
        drawn = {t: {f for f, to in have if to == t} for _, t in have}
        letters = {node: {n for n, k in s.node_of.items() if k == node and n != "_"} for pair in have for node in pair}
        told = {(f, t) for f, t in have if letters[f] and letters[t]}  # what has no letter is not in the Jaxpr
        seen += len(told)
        faults += [f"an arrow without a path: {name[f]} -> {name[t]}" for f, t in told
                   if not any(letters[f] & above(n, in_jaxpr) for n in letters[t])]
        faults += [f"a path without an arrow: {name[f]} -> {name[t]}" for f, t in want if f not in above(t, drawn)]
    return seen, faults


def write_random(folder, n):
    sys.path.insert(0, str(TESTS / "fuzz"))
    import generate
    for k in range(n):
        program = generate.Program(random.Random(f"drawings/{k}"), "f")
        call = program.calls[0] if "abstracted_axes" in program.source else ""
        (folder / f"p{k}.py").write_text("from catalyst import qjit, for_loop, while_loop, cond\nfrom jax import numpy as jnp\nimport jax\n\n"
                                         f"{program.source}\n{call}\n")


def main():
    dbidx = sys.argv[1]
    n = next((int(a[9:]) for a in sys.argv if a.startswith("--random=")), 0)
    with tempfile.TemporaryDirectory() as made:
        if n:
            write_random(pathlib.Path(made), n)
        folders = [pathlib.Path(made)] if n else [pathlib.Path(f) for f in sys.argv[2:]] or FOLDERS
        return compare(dbidx, sorted(p for f in folders for p in f.rglob("*.py")), n)


def compare(dbidx, programs, n):
    passed = failed = compared = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for program, found in zip(programs, pool.map(lambda p: look(dbidx, p, pathlib.Path(folder), not n), programs)):
            if found is None:
                continue
            compared += found[0]
            passed, failed = passed + (not found[1]), failed + bool(found[1])
            for fault in found[1]:
                print(f"FAIL {program.parent.name}/{program.name}: {fault}")
    few = not sys.argv[2:] and (passed + failed < FEWEST_PROGRAMS or compared < FEWEST_ARROWS)
    if few or n and (passed + failed < n * 3 // 4 or compared < n):
        failed += 1
        print(f"FAIL only {passed} programs with {compared} arrows were compared")
    print(f"{compared} arrows\n{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
