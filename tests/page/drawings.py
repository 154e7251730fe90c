#!/usr/bin/env python3
"""The arrows of a drawing (--emit=dot) against the paths in the printed Jaxpr (--emit=jaxpr).

usage: drawings.py DBIDX [FOLDER...]
       drawings.py DBIDX --random=PROGRAMS   of tests/fuzz/generate.py

Each scope of the drawing is one Jaxpr, found by its place: the k-th equation with nested Jaxprs there is the k-th one here.
Between the variables of all of them there are edges: from an operand of an equation to its results; from an operand of a loop,
conditional or call to the input of the nested Jaxpr; from a result of that to the result of the equation. (A call whose Jaxpr was
called before has no scope: from its operands to the results that are made of them.) An arrow has to go from a dimension that has a
line to another one that is made of it, at once or by way of integers that are no dimension, within a scope or across scopes; to what is
captured from what it stands for, which may be of a context further outside; and no other arrow may be there. Each says which of
these its last edge is.

A dimension is a letter that stands between the brackets of a type, or stands for one of another context; or, as a dimension of an
array that nothing uses is in no type that is printed, an integer that the drawing draws as one. One line a fault, then
`N passed, N failed`. No two variables of a drawing are shown by one name: those of branches, whose letters begin anew in the Jaxpr,
have the number of the branch behind them.
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
FEWEST_PROGRAMS, FEWEST_ARROWS, FEWEST_ACROSS = 400, 600, 300
NESTED = ("for_loop", "while_loop", "cond", "pjit", "custom_jvp_call", "custom_vjp_call_jaxpr")
NAME = re.compile(r"[a-z]+$")
NUMBERS = "\u2070\u00b9\u00b2\u00b3\u2074-\u2079"  # of branches, behind their letters
TYPED_AND_NUMBERED = re.compile(rf"([a-z]+_?[{NUMBERS}]*|_):([a-z]+\d*)\[([^\]]*)\]")
TYPED = re.compile(r"([a-z]+_?|_):([a-z]+\d*)\[([^\]]*)\]")
CAPTURE, INPUT, RESULT, COMPUTE = "is captured as", "starts", "comes out as", "gives"


# ---- the Jaxpr ----

class Body:
    """A Jaxpr: its typed names, inputs, equations and results."""

    def __init__(self):
        self.types, self.inputs, self.equations, self.results, self.dims = {}, [], [], [], set()

    def bind(self, typed):
        names = TYPED.findall(typed)
        self.types.update({n: (dtype, dims.split(",") if dims else []) for n, dtype, dims in names})
        self.dims |= {d for _, _, dims in names for d in dims.split(",") if NAME.match(d)}
        return [n for n, _, _ in names]

    def is_integer(self, name):
        dtype, dims = self.types.get(name, ("", ["?"]))
        return not dims and dtype[:1] in "iu"


class Equation:
    def __init__(self, results, primitive, params, nested, operands):
        self.results, self.primitive, self.params, self.nested, self.operands = results, primitive, params, nested, operands
        self.drawn = False  # its nested Jaxprs have scopes of their own

    def number(self, key):
        found = re.search(rf"\b{key}=(\d+)", self.params)
        return int(found.group(1)) if found else 0


def skip(text, at):
    """Behind the bracket that opens at `at`."""
    depth = 0
    for i in range(at, len(text)):
        depth += text[i] in "[({"
        depth -= text[i] in "])}"
        if not depth:
            return i + 1
    raise ValueError("unbalanced")


def read_params(rest, pos, close, known):
    """The nested Jaxprs between pos and close by the keys of their parameters, and the other text there."""
    nested, plain, at = [], "", pos
    key = ""
    while True:
        inner = rest.find("{ lambda", at, close)
        plain += rest[at:inner if inner >= 0 else close]
        key = (re.findall(r"(\w+)=\[?(?=\Z)", plain.rstrip(" ,")) or [key])[-1]  # of a list: that of the one before
        if inner < 0:
            break
        body, at = read(rest, inner, known)
        if defined := re.search(r"\blet (\w+) = \Z", plain):  # in front of a branch: what it calls more than once
            known = {**known, defined[1]: body}
        else:
            nested.append((key, body))
    nested += [(k, known[n]) for k, n in re.findall(r"\b(\w*jaxpr)=(\w+)", plain) if n in known]
    return nested, plain


def read(text, at, known):
    """A Jaxpr that begins at `at`, and where it ends. known: name -> Jaxpr, of those that stand before it."""
    end = skip(text, at)
    inside = text[at + 1:end - 1]
    body = Body()
    head, rest = inside.split(" let", 1)
    body.inputs = body.bind(head.split("lambda", 1)[1])
    pos = 0
    while True:
        m = re.compile(r"\s*((?:(?:[a-z]+_?|_):[a-z]+\d*\[[^\]]*\]\s)+= |(?=[a-z_]+\[))([\w:-]+)").match(rest, pos)
        if not m:
            break
        made = body.bind(m.group(1))
        pos, nested, plain = m.end(), [], ""
        if rest[pos:pos + 1] == "[":
            close = skip(rest, pos)
            nested, plain = read_params(rest, pos, close, known)
            pos = close
        follows = re.compile(r"((?: (?!in \(|[\w]+:)[^ =\[]+(?![^ ]))*)").match(rest, pos)
        pos = follows.end()
        body.equations.append(Equation(made, m.group(2), plain, nested, follows.group(1).split()))
    results = re.match(r"\s*in \(([^)]*)\)", rest[pos:])
    if not results:
        raise ValueError(f"not read: {rest[pos:pos + 60]}")
    body.results = [r for r in results.group(1).replace(" ", "").split(",") if r]
    return body, end


def read_jaxpr(text):
    known, text, at = {}, re.sub(r"\s+", " ", text), 0
    while m := re.compile(r"\s*let (\w+) = (?={ lambda)").match(text, at):  # those that are called more than once
        known[m.group(1)], at = read(text, m.end(), known)
        at += len(" in")
    return read(text, text.index("{ lambda", at), known)[0]


# ---- the drawing ----

class Scope:
    def __init__(self):
        self.label, self.items, self.shown = "", [], []  # scopes, and (line, kind, letters and types, primitive)


def read_drawing(text):
    """Its outermost scope, and its arrows."""
    stack, arrows, outermost = [], [], None
    for line in text.splitlines():
        if line.strip().startswith("subgraph"):
            s = Scope()
            stack[-1].items.append(s) if stack else None
            outermost = outermost or s
            stack.append(s)
        elif line.strip() == "}" and stack:
            stack.pop()
        elif stack and (m := re.match(r'\s*label="(.*)";', line)):
            stack[-1].label = m.group(1)
        elif m := re.match(r"\s*l(\d+) \[label=\"(argument|capture|equation) (.*?)\"(?:, style=dashed)?\];", line):
            label = re.sub(r"\\l *", " ", m.group(3)).strip()
            shown = [n for n, _, _ in TYPED_AND_NUMBERED.findall(label.partition(" = " if m.group(2) == "equation" else " <- ")[0]) if n != "_"]
            label = re.sub(f"[{NUMBERS}]", "", label)
            named, _, made = label.partition(" = " if m.group(2) == "equation" else " <- ")
            kinds = [(n, (dtype, dims.split(",") if dims else [])) for n, dtype, dims in TYPED.findall(named)]
            primitive = re.match(r"[\w:-]+", made or label)[0] if m.group(2) == "equation" else made
            stack[-1].items.append((int(m.group(1)), m.group(2), kinds, primitive))
            stack[-1].shown += shown
        elif m := re.match(r"\s*l(\d+) -> l(\d+) \[tooltip=\"([^\"]*)\"", line):
            arrows.append((int(m.group(1)), int(m.group(2)), m.group(3)))
    return outermost, arrows


class Comparison:
    def __init__(self, jaxpr, outermost, arrows):
        self.line, self.at, self.letterless, self.edges, self.bodies, self.faults = {}, {}, set(), {}, [], []
        self.captured, self.arrays = set(), set()  # nodes whose lines say so; those that stand for an array of the host
        self.shown = []
        self.pair(outermost, jaxpr)
        for n in {n for n in self.shown if self.shown.count(n) > 1}:
            self.fault(f"two variables are shown as {n}")
        for b in self.bodies:
            for e in b.equations:
                self.connect(b, e)
        self.arrows = {a for a in arrows if not {a[0], a[1]} & self.letterless}
        self.around = self.chains([a for a in arrows if {a[0], a[1]} & self.letterless])
        self.dims = {(b, d) for b in self.bodies for d in b.dims}
        self.spread()

    def fault(self, text):
        self.faults.append(text)

    def pair(self, scope, body):
        """The lines of a scope are variables of a Jaxpr; its scopes are nested Jaxprs."""
        self.bodies.append(body)
        body.label = scope.label
        self.shown += scope.shown
        nested, pending = [e for e in body.equations if e.nested and e.primitive in NESTED], []
        for item in scope.items:
            if isinstance(item, Scope):
                pending.append(item)
                continue
            line, kind, names, primitive = item
            self.letterless |= set() if any(n != "_" for n, _ in names) else {line}
            for n, typed in names:
                if n == "_":
                    continue
                if not self.same_type(body, body.types.get(n, (None, [])), typed):
                    self.fault(f"{scope.label}: {n} has another type, or is not there")
                self.line[body, n], self.at[line] = line, (*self.at.get(line, ()), (body, n))
                self.captured |= {(body, n)} if kind == "capture" else set()
                self.arrays |= {(body, n)} if kind == "capture" and primitive == "an array" else set()
            if kind == "equation" and nested and primitive == nested[0].primitive:
                e = nested.pop(0)
                title = f"call of {re.search('name=(.*?)( |$)', e.params).group(1)}" if primitive == "pjit" else f"{primitive} "
                self.pair_nested(e, [s for s in pending if s.label.startswith(title)])
                pending = []
        if nested:
            self.fault(f"{scope.label}: {len(nested)} equations with nested Jaxprs have no line")

    def same_type(self, body, one, other):
        """A branch is evaluated twice, and the second evaluation may compute a length once more: by an equal equation."""
        return one[0] == other[0] and len(one[1]) == len(other[1]) and all(self.same(body, a, b) for a, b in zip(one[1], other[1]))

    def same(self, body, a, b):
        made = [next((e for e in body.equations if x in e.results and not e.nested), None) for x in (a, b)]
        return a == b or all(made) and (made[0].primitive, made[0].params) == (made[1].primitive, made[1].params) and all(
            self.same(body, x, y) for x, y in zip(made[0].operands, made[1].operands))

    def pair_nested(self, equation, scopes):
        if not scopes:
            return  # called before
        if len(scopes) != len(equation.nested):
            return self.fault(f"{equation.primitive} has {len(equation.nested)} Jaxprs and {len(scopes)} scopes")
        equation.drawn = True
        bodies = dict(equation.nested)
        for s, (_, b) in zip(scopes, equation.nested):
            if equation.primitive == "while_loop":
                b = bodies["cond_jaxpr" if s.label.endswith(", cond") else "body_jaxpr"]
            self.pair(s, b)
        return None

    def edge(self, kind, source, target):
        if NAME.match(source[1]):
            self.edges.setdefault(target, []).append((kind, source))

    def connect(self, body, e):
        """The edges of an equation."""
        if e.nested and e.drawn:
            for inner, operands, captured, results in self.nested_of(e):
                if len(operands) != len(inner.inputs) or results and len(inner.results) != len(e.results):
                    self.fault(f"{e.primitive}: {len(operands)} operands for {len(inner.inputs)} inputs")
                for k, (o, i) in enumerate(zip(operands, inner.inputs)):
                    captures = (inner, i) in self.captured if captured is None else k < captured
                    self.edge(CAPTURE if captures else INPUT, (body, o), (inner, i))
                for o, r in zip(inner.results, e.results if results else []):
                    self.edge(RESULT, (inner, o), (body, r))
            return
        for k, r in enumerate(e.results):
            for i, o in enumerate(e.operands):
                if not e.nested or i in self.needed(e.nested[0][1], k):
                    self.edge(COMPUTE, (body, o), (body, r))

    def nested_of(self, e):
        """(Jaxpr, operands for its inputs, how many of them are captured, do its results come out) each."""
        ops, by_key = e.operands, dict(e.nested)
        if e.primitive == "for_loop":
            n, bounds = e.number("body_nconsts"), e.number("body_nconsts") + e.number("nimplicit")
            return [(by_key["body_jaxpr"], ops[:bounds] + ops[bounds + 3:], n, True)]
        if e.primitive == "while_loop":
            of_cond, of_body = e.number("cond_nconsts"), e.number("body_nconsts")
            carries = ops[of_cond + of_body:]
            return [(by_key["cond_jaxpr"], ops[:of_cond] + carries, of_cond, False),
                    (by_key["body_jaxpr"], ops[of_cond:of_cond + of_body] + carries, of_body, True)]
        if e.primitive == "cond":
            given = ops[len(e.nested) - 1:]
            return [(b, given, len(given), True) for _, b in e.nested]
        return [(b, ops, None, True) for _, b in e.nested]  # a call: only the trace knows what it captures

    def needed(self, body, k):
        """The inputs of a called Jaxpr that its result k is made of."""
        found, left = set(), [body.results[k]] if body.is_integer(body.results[k]) else []
        while left:
            n = left.pop()
            if n in found:
                continue
            found.add(n)
            for e in body.equations:
                for i, r in enumerate(e.results):
                    if r == n:
                        inner = self.needed(e.nested[0][1], i) if e.nested and e.primitive == "pjit" else range(len(e.operands))
                        left += [e.operands[x] for x in inner if body.is_integer(e.operands[x])]
        return {i for i, n in enumerate(body.inputs) if n in found}

    def chains(self, arrows):
        """Pairs of lines between which arrows go by way of lines without a letter: those of a first evaluation of a branch, which
        the Jaxpr does not have."""
        found, left = set(), [(f, t) for f, t, _ in arrows if f not in self.letterless]
        while left:
            f, t = left.pop()
            if t not in self.letterless:
                found.add((f, t))
            else:
                left += [(f, b) for a, b, _ in arrows if a == t]
        return found

    def reaches(self, source, target, seen):
        """Is there any path between two lines?"""
        for node in self.at.get(target, ()) if isinstance(target, int) else (target,):
            if isinstance(target, tuple) and node in self.at[source]:
                return True
            if node not in seen and any(self.reaches(source, s, seen | {node}) for _, s in self.edges.get(node, ())):
                return True
        return False

    def spread(self):
        """What stands for a dimension in another context is one, and so is what the drawing draws as one."""
        for f, t, words in self.arrows:
            if words != CAPTURE:
                ints = [[n for n in self.at.get(line, ()) if n[0].is_integer(n[1])] for line in (f, t)]
                self.dims |= {x for one in ints if len(one) == 1 for x in one}
        grown = True
        while grown:
            grown = False
            for target, sources in self.edges.items():
                for kind, source in sources:
                    if kind == CAPTURE and (target in self.dims) != (source in self.dims):
                        self.dims |= {target, source}
                        grown = True

    def sources(self, node, seen):
        """The dimensions with a line that a node is made of, and by which kind of edge the last step goes."""
        if node in seen:
            return set()
        found = set()
        for kind, s in self.edges.get(node, ()):
            if s in self.dims and s in self.line:
                found.add((kind, s))
            elif s[0].is_integer(s[1]):
                found |= {(kind, x) for _, x in self.sources(s, seen | {node})}
        return found

    def outside(self, node):
        """What a captured node stands for and has a line, from the inside outwards."""
        found = []
        while node not in self.arrays and (sources := [s for kind, s in self.edges.get(node, ()) if kind == CAPTURE]):
            node = sources[0]
            found += [node] if node in self.line else []
        return found

    def expected(self):
        want = {}
        for node, line in self.line.items():
            for kind, s in self.sources(node, set()) if node in self.dims and node not in self.captured else ():
                want[self.line[s], line, kind] = (s, node)
            ends = self.outside(node)
            drawn = [s for s in ends if (self.line[s], line, CAPTURE) in self.arrows]
            for s in drawn or ends[:1]:
                want[self.line[s], line, CAPTURE] = (s, node)
        return {a: ends for a, ends in want.items() if a[0] != a[1]}

    def look(self):
        """(arrows, those across scopes); faults are kept."""
        want = self.expected()

        def text(line):
            nodes = self.at.get(line, ())
            return f"{'/'.join(n for _, n in nodes)} of {nodes[0][0].label}" if nodes else f"line {line}"

        for f, t, words in self.arrows - set(want):
            self.fault(f"an arrow without a path: {text(f)} {words} {text(t)}")
        for f, t in self.around - {a[:2] for a in want}:
            if not self.reaches(f, t, frozenset()):
                self.fault(f"arrows without a path: {text(f)} to {text(t)}")
        for f, t, words in set(want) - self.arrows:
            if (f, t) in self.around:
                continue
            self.fault(f"a path without an arrow: {text(f)} {words} {text(t)}")
        return len(want), sum(s[0] is not t[0] for s, t in want.values())


def look(dbidx, program, folder):
    """(arrows that were compared, those across scopes, faults) of one program; None if it has no drawing."""
    texts = []
    for form in ("dot", "jaxpr"):
        out = folder / f"{program.parent.name}-{program.stem}.{form}"
        ran = subprocess.run([dbidx, "inspect", str(program), f"--emit={form}", "-o", str(out)], capture_output=True, check=False,
                             stdin=subprocess.DEVNULL, timeout=60)
        if ran.returncode or not out.exists():
            return None
        texts.append(out.read_text())
    try:
        c = Comparison(read_jaxpr(texts[1]), *read_drawing(texts[0]))
    except (ValueError, KeyError, IndexError) as e:
        return 0, 0, [f"not read: {e!r}"]
    return *c.look(), c.faults


def write_random(folder, n):
    sys.path.insert(0, str(TESTS / "fuzz"))
    import generate
    for k in range(n):
        program = generate.Program(random.Random(f"drawings/{k}"), "f")
        call = program.calls[0] if "abstracted_axes" in program.source else ""
        (folder / f"p{k}.py").write_text("from catalyst import qjit, for_loop, while_loop, cond\nfrom jax import numpy as jnp\nimport jax\n\n"
                                         f"{program.source}\n{call}\n")


def compare(dbidx, programs, n):
    passed = failed = arrows = across = 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        for program, found in zip(programs, pool.map(lambda p: look(dbidx, p, pathlib.Path(folder)), programs)):
            if found is None:
                continue
            arrows, across = arrows + found[0], across + found[1]
            passed, failed = passed + (not found[2]), failed + bool(found[2])
            for fault in found[2]:
                print(f"FAIL {program.parent.name}/{program.name}: {fault}")
            if n and passed + failed == n:
                break
    few = not sys.argv[2:] and (passed + failed < FEWEST_PROGRAMS or arrows < FEWEST_ARROWS or across < FEWEST_ACROSS)
    if few or n and (passed + failed < n or across < n):
        failed += 1
        print(f"FAIL only {passed} programs with {arrows} arrows, {across} across scopes, were compared")
    print(f"{arrows} arrows, {across} of them across scopes\n{passed} passed, {failed} failed")
    return failed > 0


def main():
    dbidx = sys.argv[1]
    n = next((int(a[9:]) for a in sys.argv if a.startswith("--random=")), 0)
    with tempfile.TemporaryDirectory() as made:
        if n:
            write_random(pathlib.Path(made), n * 4 // 3)  # some are refused
        folders = [pathlib.Path(made)] if n else [pathlib.Path(f) for f in sys.argv[2:]] or FOLDERS
        return compare(dbidx, sorted(p for f in folders for p in f.rglob("*.py")), n)


if __name__ == "__main__":
    sys.exit(main())
