"""The places of a program whose values have a dimension, from its event log and the tree of CPython's parser, without the
page's document: what an expression's last equation computes, and what each name stands for at the event."""
import ast
import collections
import re

COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def span_of(node):
    return node.lineno, node.col_offset + 1, node.end_lineno, node.end_col_offset + 1


def inside(inner, outer):
    return outer[:2] <= inner[:2] and inner[2:] <= outer[2:]


UNUSED = ("unused",)


class Places:
    """`lit`: span -> keys of the dimensions (expected.Log), None among them if the log does not say: nothing uses the value,
    or it is an argument of a call; `births`: key -> the place where an argument is born."""

    def __init__(self, log, source):
        self.log, self.source = log, source
        self.calls = {e["context"] for e in log.events if e["kind"] == "FRAME_OPEN" and e["context_kind"] == "call"}
        self.lit, self.births = collections.defaultdict(set), {}
        self.types, self.frame_of, self.bound = {}, {}, {}
        tree = ast.parse(source)
        self.nodes = collections.defaultdict(list)
        self.definitions = []
        for n in ast.walk(tree):
            if hasattr(n, "lineno"):
                self.nodes[span_of(n)].append(n)
            if isinstance(n, (ast.FunctionDef, ast.Lambda)):
                self.definitions.append(n)
        for i, e in enumerate(log.events):
            self.see(i, e)

    def function_of(self, span):
        """The definitions around a place, the innermost first; None: the module."""
        around = [d for d in self.definitions if inside(span, span_of(d))]
        return sorted(around, key=span_of, reverse=True) + [None]

    def dims_of(self, key):
        if key is UNUSED or self.frame_of.get(key) in self.calls:
            return {None}
        keys = {key, *self.types.get(key, ())}
        return {self.log.find(k) for k in keys}

    def add(self, span, keys):
        self.lit[span] |= {k for k in keys}

    def value_of(self, node):
        for d in self.function_of(span_of(node)):
            if (d, node.id) in self.bound:
                return self.bound[d, node.id]
        return None

    def names_in(self, span):
        found = [n for s, nodes in self.nodes.items() if inside(s, span) for n in nodes]
        if any(isinstance(n, COMPREHENSIONS) for n in found):
            return
        for n in found:
            if isinstance(n, ast.Name) and self.value_of(n) is not None:
                self.add(span_of(n), self.dims_of(self.value_of(n)))

    def know_types(self, e):
        if e["kind"] in ("ARGUMENT", "CONSTANT"):
            self.type_of(e, e["text"].split()[1])
        elif e["kind"] == "EQUATION" and " = " in e["text"]:
            for t in e["text"].split(" = ")[0].split():
                self.type_of(e, t)

    def type_of(self, e, typed):
        name, kind = typed.split(":")
        inside_it = kind[kind.index("[") + 1:-1].split(",")
        self.types[self.log.key(e["frame"], name)] = [self.log.key(e["frame"], d) for d in inside_it if re.fullmatch(r"[a-z]+\d*_?", d)]
        self.frame_of[self.log.key(e["frame"], name)] = e["frame"]

    def span_of_event(self, e):
        """With the parentheses that are closed in it: "(a + b) * c" begins at "a"."""
        s = e["span"]
        lines = self.source.splitlines()
        text = "\n".join([lines[k - 1][(s["column"] - 1 if k == s["line"] else 0):(s["end_column"] - 1 if k == s["end_line"] else None)]
                          for k in range(s["line"], s["end_line"] + 1)])
        depth = least = 0
        for c in text:
            depth += (c == "(") - (c == ")")
            least = min(least, depth)
        column = s["column"]
        for _ in range(-least):
            column = lines[s["line"] - 1].rindex("(", 0, column - 1) + 1
        return s["line"], column, s["end_line"], s["end_column"]

    def see(self, i, e):
        self.know_types(e)
        if not e["span"]:
            return
        span = self.span_of_event(e)
        nodes = self.nodes.get(span, [])
        if e["kind"] == "NAME":
            self.name(e, span, nodes)
        elif e["kind"] in ("EQUATION", "BIND_OPEN", "COMPARE") and any(isinstance(n, (ast.expr, ast.AugAssign, ast.Assign)) for n in nodes):
            self.names_in(span)
            if e["kind"] == "EQUATION" and any(isinstance(n, ast.expr) for n in nodes) and self.is_last(i, span) and " = " in e["text"]:
                for t in e["text"].split(" = ")[0].split():
                    self.add(span, {None} if t.startswith("_") else self.dims_of(self.log.key(e["frame"], t.split(":")[0])))

    def is_last(self, i, span):
        for e in self.log.events[i + 1:]:
            if e["kind"] == "EQUATION":
                return self.span_of_event(e) != span
            captured = e["kind"] == "CONSTANT" and e["span"] and self.span_of_event(e) == span
            if e["kind"] in ("NAME", "ARGUMENT", "CONSTANT", "SLOT", "ROUND") and not captured:
                return True
        return True

    def name(self, e, span, nodes):
        key = self.log.key(e["frame"], e["variable"]) if e["variable"] else UNUSED if "unused" in e["text"] else None
        function = next((n for n in nodes if isinstance(n, (ast.FunctionDef, ast.Lambda))), None)
        if function:
            self.bound[function, e["name"]] = key
            arguments = [a for a in ast.walk(function.args) if isinstance(a, ast.arg) and a.arg == e["name"]]
            for a in arguments if key is not None else []:
                line, column = a.lineno, a.col_offset + 1
                place = line, column, line, column + len(a.arg)
                self.add(place, self.dims_of(key))
                for d in self.dims_of(key) - {None}:
                    if self.frame_of.get(d) == e["frame"]:
                        self.births.setdefault(d, place)
            return
        self.bound[self.function_of(span)[0], e["name"]] = key
        if key is None:
            return
        for n in ast.walk(self.module()):
            if isinstance(n, ast.Assign) and span_of(n.value) == span:
                target = n.targets[-1]
                last = target.elts[-1] if isinstance(target, ast.Tuple) and target.elts else target
                if isinstance(last, ast.Name) and last.id == e["name"] and self.reaches(last, n.value):
                    self.add(span_of(last), self.dims_of(key))

    def module(self):
        return ast.Module([n for nodes in self.nodes.values() for n in nodes if isinstance(n, ast.Assign)], [])

    def reaches(self, name, value):
        """Is there nothing but "=" between them?"""
        line = self.source.splitlines()[name.lineno - 1]
        return name.lineno == value.lineno and line[name.end_col_offset:value.col_offset].strip() == "="

    def characters(self, dim):
        lines = self.source.splitlines()
        out = set()
        for (line, column, end_line, end_column), dims in self.lit.items():
            if dim not in dims:
                continue
            for k in range(line, end_line + 1):
                text = lines[k - 1]
                first = column if k == line else len(text) - len(text.lstrip()) + 1
                last = end_column if k == end_line else len(text) + 1
                out |= {(k, c) for c in range(first, last)}
        return out
